/* Strings and memory, byte by byte. Comparisons answer any number of the right sign: C says nothing else of it. */
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

extern unsigned __fencesmith_nondet_uint(void);
extern void __fencesmith_assume(int);

static int order(int a, int b)
{
    if (a == b)
        return 0;
    int sign = (int)__fencesmith_nondet_uint();
    __fencesmith_assume(a < b ? sign < 0 : sign > 0);
    return sign;
}
static int lower(int byte)
{
    return byte >= 'A' && byte <= 'Z' ? byte - 'A' + 'a' : byte;
}
size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}
size_t wcslen(const wchar_t *text)
{
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}
size_t strnlen(const char *text, size_t limit)
{
    size_t length = 0;
    while (length < limit && text[length])
        length++;
    return length;
}
int memcmp(const void *left, const void *right, size_t size)
{
    const unsigned char *a = left, *b = right;
    int first = 0, other = 0;
    /* All of both is there, though the first difference decides. */
    for (size_t i = 0; i < size; i++) {
        int x = a[i], y = b[i];
        if (first == other)
            first = x, other = y;
    }
    return order(first, other);
}
int bcmp(const void *left, const void *right, size_t size)
{
    return memcmp(left, right, size);
}
void *memchr(const void *block, int byte, size_t size)
{
    const unsigned char *a = block;
    for (size_t i = 0; i < size; i++)
        if (a[i] == (unsigned char)byte)
            return (void *)(a + i);
    return 0;
}
void bcopy(const void *from, void *to, size_t size)
{
    memmove(to, from, size);
}
void *mempcpy(void *to, const void *from, size_t size)
{
    return (char *)memcpy(to, from, size) + size;
}
void bzero(void *block, size_t size)
{
    memset(block, 0, size);
}
void explicit_bzero(void *block, size_t size)
{
    memset(block, 0, size);
}
char *stpcpy(char *to, const char *from)
{
    while ((*to = *from) != 0) {
        to++;
        from++;
    }
    return to;
}
char *strcpy(char *to, const char *from)
{
    stpcpy(to, from);
    return to;
}
char *strncpy(char *to, const char *from, size_t size)
{
    size_t i = 0;
    for (; i < size && from[i]; i++)
        to[i] = from[i];
    for (; i < size; i++)
        to[i] = 0;
    return to;
}
char *strcat(char *to, const char *from)
{
    stpcpy(to + strlen(to), from);
    return to;
}
char *strncat(char *to, const char *from, size_t size)
{
    char *end = to + strlen(to);
    size_t i = 0;
    for (; i < size && from[i]; i++)
        end[i] = from[i];
    end[i] = 0;
    return to;
}
int strncmp(const char *a, const char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        if (a[i] != b[i])
            return order((unsigned char)a[i], (unsigned char)b[i]);
        if (!a[i])
            return 0;
    }
    return 0;
}
int strcmp(const char *a, const char *b)
{
    return strncmp(a, b, (size_t)-1);
}
int strcoll(const char *a, const char *b)
{
    return strcmp(a, b);
}
int strncasecmp(const char *a, const char *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        int x = lower((unsigned char)a[i]), y = lower((unsigned char)b[i]);
        if (x != y || !x)
            return order(x, y);
    }
    return 0;
}
int strcasecmp(const char *a, const char *b)
{
    return strncasecmp(a, b, (size_t)-1);
}
char *strchr(const char *text, int byte)
{
    for (;; text++) {
        if (*text == (char)byte)
            return (char *)text;
        if (!*text)
            return 0;
    }
}
char *strrchr(const char *text, int byte)
{
    const char *found = 0;
    for (;; text++) {
        if (*text == (char)byte)
            found = text;
        if (!*text)
            return (char *)found;
    }
}
char *strchrnul(const char *text, int byte)
{
    while (*text && *text != (char)byte)
        text++;
    return (char *)text;
}
void *rawmemchr(const void *block, int byte)
{
    const unsigned char *a = block;
    while (*a != (unsigned char)byte)
        a++;
    return (void *)a;
}
void *memrchr(const void *block, int byte, size_t size)
{
    const unsigned char *a = block;
    while (size-- > 0)
        if (a[size] == (unsigned char)byte)
            return (void *)(a + size);
    return 0;
}
void *memccpy(void *to, const void *from, int byte, size_t size)
{
    unsigned char *a = to;
    const unsigned char *b = from;
    for (size_t i = 0; i < size; i++) {
        a[i] = b[i];
        if (b[i] == (unsigned char)byte)
            return a + i + 1;
    }
    return 0;
}
void *memmem(const void *block, size_t size, const void *part, size_t length)
{
    const unsigned char *a = block, *b = part;
    for (size_t i = 0; i + length <= size; i++) {
        size_t same = 0;
        while (same < length && a[i + same] == b[same])
            same++;
        if (same == length)
            return (void *)(a + i);
    }
    return 0;
}
char *stpncpy(char *to, const char *from, size_t size)
{
    size_t i = 0, end;
    for (; i < size && from[i]; i++)
        to[i] = from[i];
    for (end = i; i < size; i++)
        to[i] = 0;
    return to + end;
}
char *index(const char *text, int byte)
{
    return strchr(text, byte);
}
char *rindex(const char *text, int byte)
{
    return strrchr(text, byte);
}
size_t strspn(const char *text, const char *set)
{
    size_t length = 0;
    while (text[length] && strchr(set, text[length]))
        length++;
    return length;
}
size_t strcspn(const char *text, const char *set)
{
    size_t length = 0;
    while (text[length] && !strchr(set, text[length]))
        length++;
    return length;
}
char *strpbrk(const char *text, const char *set)
{
    text += strcspn(text, set);
    return *text ? (char *)text : 0;
}
char *strstr(const char *text, const char *part)
{
    size_t length = strlen(part);
    for (;; text++) {
        if (strncmp(text, part, length) == 0)
            return (char *)text;
        if (!*text)
            return 0;
    }
}
char *strcasestr(const char *text, const char *part)
{
    size_t length = strlen(part);
    for (;; text++) {
        if (strncasecmp(text, part, length) == 0)
            return (char *)text;
        if (!*text)
            return 0;
    }
}
char *strtok_r(char *text, const char *set, char **rest)
{
    char *end;
    if (!text)
        text = *rest;
    text += strspn(text, set);
    if (!*text) {
        *rest = text;
        return 0;
    }
    end = text + strcspn(text, set);
    *rest = *end ? end + 1 : end;
    *end = 0;
    return text;
}
char *strsep(char **rest, const char *set)
{
    char *text = *rest, *end;
    if (!text)
        return 0;
    end = text + strcspn(text, set);
    *rest = *end ? end + 1 : 0;
    *end = 0;
    return text;
}
char *strtok(char *text, const char *set)
{
    static char *rest;
    return strtok_r(text, set, &rest);
}
char *strndup(const char *text, size_t limit)
{
    size_t length = strnlen(text, limit);
    char *copy = malloc(length + 1);
    memcpy(copy, text, length);
    copy[length] = 0;
    return copy;
}
char *strdup(const char *text)
{
    return strndup(text, (size_t)-1);
}
