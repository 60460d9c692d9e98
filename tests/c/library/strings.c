// verdict: sc safe, tso safe, pso safe
#include <assert.h>
#include <string.h>

int main(void)
{
    char text[16] = "abc", *rest, *part;
    assert(strlen(text) == 3 && strnlen(text, 2) == 2);
    assert(strcmp(text, "abc") == 0 && strcmp(text, "abd") < 0 && strcmp("b", text) > 0);
    assert(strncmp(text, "abx", 2) == 0);
    strcat(text, "de");
    assert(strcmp(text, "abcde") == 0);
    assert(strchr(text, 'c') == text + 2 && strchr(text, 'x') == 0 && strrchr("aba", 'a')[-1] == 'b');
    assert(strstr(text, "cd") == text + 2 && strstr(text, "ce") == 0);
    assert(memcmp(text, "abx", 2) == 0 && memcmp(text, "abx", 3) < 0);
    assert(memchr(text, 'd', 3) == 0 && memchr(text, 'd', 4) == text + 3);
    assert(strspn(text, "cba") == 3 && strcspn(text, "dc") == 2);
    strcpy(text, "x y");
    part = strtok_r(text, " ", &rest);
    assert(strcmp(part, "x") == 0);
    part = strtok_r(0, " ", &rest);
    assert(strcmp(part, "y") == 0);
    assert(strtok_r(0, " ", &rest) == 0);
    memset(text, 1, sizeof text);
    strncpy(text, "q", 3);
    assert(text[0] == 'q' && text[1] == 0 && text[2] == 0 && text[3] == 1);
    assert(strcasecmp("aB", "Ab") == 0);
    return 0;
}
