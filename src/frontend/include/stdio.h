#ifndef _FENCESMITH_STDIO_H
#define _FENCESMITH_STDIO_H
#include <stdarg.h>
#include <stddef.h>
#include <sys/basic_types.h>
/* The names are the system's, so that a system header read later says the same. */
typedef struct _IO_FILE FILE;
#define __FILE_defined 1
typedef long fpos_t;
/* Constants and not objects: naming a stream must not become an access to shared memory. */
#define stdin ((FILE *)1)
#define stdout ((FILE *)2)
#define stderr ((FILE *)3)
#define EOF (-1)
#define BUFSIZ 8192
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define _IOFBF 0
#define _IOLBF 1
#define _IONBF 2
#define FILENAME_MAX 4096
extern int printf(const char *, ...);
extern int fprintf(FILE *, const char *, ...);
extern int dprintf(int, const char *, ...);
extern int sprintf(char *, const char *, ...);
extern int asprintf(char **, const char *, ...);
extern int snprintf(char *, size_t, const char *, ...);
extern int vprintf(const char *, va_list);
extern int vfprintf(FILE *, const char *, va_list);
extern int vsprintf(char *, const char *, va_list);
extern int vasprintf(char **, const char *, va_list);
extern int vsnprintf(char *, size_t, const char *, va_list);
extern int scanf(const char *, ...);
extern int fscanf(FILE *, const char *, ...);
extern int sscanf(const char *, const char *, ...);
extern int puts(const char *);
extern int fputs(const char *, FILE *);
extern int putchar(int);
extern int putc(int, FILE *);
extern int fputc(int, FILE *);
extern int getchar(void);
extern int getc(FILE *);
extern int fgetc(FILE *);
extern int ungetc(int, FILE *);
extern char *fgets(char *, int, FILE *);
extern ssize_t getline(char **, size_t *, FILE *);
extern ssize_t getdelim(char **, size_t *, int, FILE *);
extern void perror(const char *);
extern int fflush(FILE *);
extern FILE *fopen(const char *, const char *);
extern FILE *fdopen(int, const char *);
extern int fclose(FILE *);
extern size_t fread(void *, size_t, size_t, FILE *);
extern size_t fwrite(const void *, size_t, size_t, FILE *);
extern int fseek(FILE *, long, int);
extern long ftell(FILE *);
extern void rewind(FILE *);
extern int feof(FILE *);
extern void clearerr(FILE *);
extern int ferror(FILE *);
extern int fileno(FILE *);
extern int setvbuf(FILE *, char *, int, size_t);
extern void setbuf(FILE *, char *);
extern int remove(const char *);
extern int rename(const char *, const char *);
extern void flockfile(FILE *);
extern void funlockfile(FILE *);
#endif
