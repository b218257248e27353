/* A file layer that fails: preloaded (LD_PRELOAD), it counts the calls that change files below one
 * folder, and at the n-th does what it was told: an error, half a write, a kill, a power cut.
 * benchmarks/faults/layer.py builds and arms it. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { COUNT, IO_ERROR, NO_SPACE, FULL, SHORT, KILL, POWER };

static char folder[4096], shadow[4096];
static int mode = COUNT, busy = 0;
static long at = -1, calls = 0;

void faults_arm(const char *below, const char *beside, int what, long when) {
    snprintf(folder, sizeof folder, "%s", below);
    snprintf(shadow, sizeof shadow, "%s", beside);
    mode = what;
    at = when;
    calls = 0;
}

long faults_calls(void) { return calls; }

static int is_below(const char *path) {
    size_t size = strlen(folder);
    return size && !strncmp(path, folder, size);
}

static int is_ours(int fd) {
    char link[64], path[4096];
    if (!folder[0] || busy) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t size = readlink(link, path, sizeof path - 1);
    if (size <= 0) return 0;
    path[size] = 0;
    return is_below(path);
}

/* 0: go on; 1: fail, errno is set; 2: write half */
static int strike(void) {
    calls += 1;
    if (calls < at || (calls > at && mode != FULL) || at < 0) return 0;
    switch (mode) {
    case IO_ERROR: errno = EIO; return 1;
    case NO_SPACE: case FULL: errno = ENOSPC; return 1;
    case SHORT: return 2;
    case KILL: case POWER: kill(getpid(), SIGKILL); pause(); return 1;
    default: return 0;
    }
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int fd, const void *data, size_t size) {
    if (is_ours(fd)) {
        int what = strike();
        if (what == 1) return -1;
        if (what == 2 && size > 1) size /= 2;
    }
    return REAL(write)(fd, data, size);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t where) {
    if (is_ours(fd)) {
        int what = strike();
        if (what == 1) return -1;
        if (what == 2 && size > 1) size /= 2;
    }
    return REAL(pwrite64)(fd, data, size, where);
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t where) {
    return pwrite64(fd, data, size, where);
}

/* what is safe now lies beside the folder, by the number of its file */
static void remember(int fd) {
    char from[64], to[4200], block[65536];
    struct stat about;
    ssize_t size;
    if (mode != POWER || fstat(fd, &about) || !S_ISREG(about.st_mode)) return;
    busy = 1;
    snprintf(from, sizeof from, "/proc/self/fd/%d", fd);
    snprintf(to, sizeof to, "%s/%lu", shadow, (unsigned long)about.st_ino);
    int in = open(from, O_RDONLY), out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    while (in >= 0 && out >= 0 && (size = read(in, block, sizeof block)) > 0)
        if (REAL(write)(out, block, size) != size) break;
    if (in >= 0) close(in);
    if (out >= 0) close(out);
    busy = 0;
}

int fsync(int fd) {
    int ours = is_ours(fd);
    if (ours && strike() == 1) return -1;
    int done = REAL(fsync)(fd);
    if (ours && !done) remember(fd);
    return done;
}

int fdatasync(int fd) {
    int ours = is_ours(fd);
    if (ours && strike() == 1) return -1;
    int done = REAL(fdatasync)(fd);
    if (ours && !done) remember(fd);
    return done;
}

int ftruncate64(int fd, off64_t size) {
    if (is_ours(fd) && strike() == 1) return -1;
    return REAL(ftruncate64)(fd, size);
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int rename(const char *from, const char *to) {
    if (is_below(to) && !busy && strike() == 1) return -1;
    return REAL(rename)(from, to);
}
