/*
 * Records in which order a process changes and syncs the files below a folder. Loaded with LD_PRELOAD.
 *
 * RECORD_FOLDER is the folder, absolute and without a slash at its end. RECORD_FILE receives the records, which
 * disk-log.ts reads. One lock around each call and its record makes their order the order in which the calls
 * happened. Several processes may record into one file: the file locks of SQLite order what they share.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { CREATE = 1, MAKE_FOLDER, RENAME, LINK, REMOVE, WRITE, TRUNCATE, SYNC };

struct header {
  uint32_t kind;
  uint32_t name_bytes;
  uint32_t target_bytes;
  uint32_t data_bytes;
  uint64_t inode;
  uint64_t position;
};

#define MAX_FILES 65536

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char *folder;
static size_t folder_length;
static int record_file = -1;
static dev_t device;
/* The inode of each file below the folder by its descriptor; 0 for all others. */
static ino_t inodes[MAX_FILES];

/* The next definition of a function, which is that of the C library. */
#define REAL(name) ((__typeof__(&name))find_real(#name))

static void *find_real(const char *name) {
  void *function = dlsym(RTLD_NEXT, name);
  if (function == NULL) abort();
  return function;
}

__attribute__((constructor)) static void start(void) {
  folder = getenv("RECORD_FOLDER");
  const char *file = getenv("RECORD_FILE");
  if (folder == NULL || file == NULL) return;
  folder_length = strlen(folder);
  struct stat stats;
  if (stat(folder, &stats) != 0) abort();
  device = stats.st_dev;
  record_file = REAL(open)(file, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
  if (record_file < 0) abort();
}

/* A program whose writes are not recorded must not go on. */
static void record(enum kind kind, const char *name, const char *target, ino_t inode, uint64_t position,
                   const void *data, size_t bytes) {
  struct header header = {kind, strlen(name), strlen(target), bytes, inode, position};
  struct iovec parts[] = {{&header, sizeof header},
                          {(void *)name, header.name_bytes},
                          {(void *)target, header.target_bytes},
                          {(void *)data, bytes}};
  size_t size = sizeof header + header.name_bytes + header.target_bytes + bytes;
  if (REAL(writev)(record_file, parts, 4) != (ssize_t)size) abort();
}

/* Writes the path relative to the folder. Returns 0 for a path outside of it. */
static int relative(int parent, const char *path, char *result) {
  char absolute[2 * PATH_MAX];
  if (record_file < 0 || path == NULL) return 0;
  if (path[0] == '/') {
    snprintf(absolute, sizeof absolute, "%s", path);
  } else {
    char base[PATH_MAX], link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", parent);
    ssize_t length = parent == AT_FDCWD ? -1 : readlink(link, base, sizeof base - 1);
    if (length >= 0) base[length] = 0;
    else if (getcwd(base, sizeof base) == NULL) return 0;
    snprintf(absolute, sizeof absolute, "%s/%s", base, path);
  }
  if (strncmp(absolute, folder, folder_length) != 0) return 0;
  const char *rest = absolute + folder_length;
  if (*rest != '/' && *rest != 0) return 0;
  while (*rest == '/') rest += 1;
  snprintf(result, PATH_MAX, "%s", rest);
  for (size_t end = strlen(result); end > 0 && result[end - 1] == '/'; end -= 1) result[end - 1] = 0;
  return 1;
}

/* Returns 0 for a file that is not recorded. Node closes files in ways that are not seen here, so a descriptor may
   belong to something else by now. */
static ino_t inode_of(int file) {
  if (file < 0 || file >= MAX_FILES || inodes[file] == 0) return 0;
  struct stat stats;
  if (fstat(file, &stats) != 0 || stats.st_dev != device || stats.st_ino != inodes[file]) inodes[file] = 0;
  return inodes[file];
}

static int open_recorded(int parent, const char *path, int flags, mode_t mode) {
  char name[PATH_MAX];
  if (!relative(parent, path, name)) return REAL(openat)(parent, path, flags, mode);
  pthread_mutex_lock(&lock);
  int existed = faccessat(parent, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
  int file = REAL(openat)(parent, path, flags, mode);
  int error = errno;
  if (file >= 0) {
    struct stat stats;
    if (file >= MAX_FILES || fstat(file, &stats) != 0) abort();
    inodes[file] = stats.st_ino;
    if (!existed) record(CREATE, name, "", stats.st_ino, 0, NULL, 0);
    else if (flags & O_TRUNC) record(TRUNCATE, "", "", stats.st_ino, 0, NULL, 0);
  }
  pthread_mutex_unlock(&lock);
  errno = error;
  return file;
}

static mode_t mode_argument(int flags, va_list arguments) {
  return flags & (O_CREAT | __O_TMPFILE) ? va_arg(arguments, mode_t) : 0;
}

#define OPEN_BODY(parent)                            \
  va_list arguments;                                 \
  va_start(arguments, flags);                        \
  mode_t mode = mode_argument(flags, arguments);     \
  va_end(arguments);                                 \
  return open_recorded(parent, path, flags, mode);

int open(const char *path, int flags, ...) { OPEN_BODY(AT_FDCWD) }
int open64(const char *path, int flags, ...) { OPEN_BODY(AT_FDCWD) }
int openat(int parent, const char *path, int flags, ...) { OPEN_BODY(parent) }
int openat64(int parent, const char *path, int flags, ...) { OPEN_BODY(parent) }

/* position < 0 means the position of the file. */
static ssize_t write_recorded(int file, const struct iovec *parts, int count, off_t position) {
  pthread_mutex_lock(&lock);
  off_t start = position;
  if (fcntl(file, F_GETFL) & O_APPEND) {
    struct stat stats;
    if (fstat(file, &stats) != 0) abort();
    start = stats.st_size;
  } else if (position < 0) {
    start = lseek(file, 0, SEEK_CUR);
  }
  ssize_t written =
      position < 0 ? REAL(writev)(file, parts, count) : REAL(pwritev)(file, parts, count, position);
  int error = errno;
  ssize_t remaining = written;
  for (int part = 0; part < count && remaining > 0; part += 1) {
    size_t bytes = (size_t)remaining < parts[part].iov_len ? (size_t)remaining : parts[part].iov_len;
    record(WRITE, "", "", inodes[file], start, parts[part].iov_base, bytes);
    start += bytes;
    remaining -= bytes;
  }
  pthread_mutex_unlock(&lock);
  errno = error;
  return written;
}

ssize_t write(int file, const void *data, size_t bytes) {
  if (inode_of(file) == 0) return REAL(write)(file, data, bytes);
  struct iovec part = {(void *)data, bytes};
  return write_recorded(file, &part, 1, -1);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
  if (inode_of(file) == 0) return REAL(writev)(file, parts, count);
  return write_recorded(file, parts, count, -1);
}

ssize_t pwrite(int file, const void *data, size_t bytes, off_t position) {
  if (inode_of(file) == 0) return REAL(pwrite)(file, data, bytes, position);
  struct iovec part = {(void *)data, bytes};
  return write_recorded(file, &part, 1, position);
}

ssize_t pwrite64(int file, const void *data, size_t bytes, off64_t position) {
  return pwrite(file, data, bytes, position);
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t position) {
  if (inode_of(file) == 0) return REAL(pwritev)(file, parts, count, position);
  return write_recorded(file, parts, count, position);
}

ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t position) {
  return pwritev(file, parts, count, position);
}

int ftruncate(int file, off_t size) {
  if (inode_of(file) == 0) return REAL(ftruncate)(file, size);
  pthread_mutex_lock(&lock);
  int result = REAL(ftruncate)(file, size);
  int error = errno;
  if (result == 0) record(TRUNCATE, "", "", inodes[file], size, NULL, 0);
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}

int ftruncate64(int file, off64_t size) { return ftruncate(file, size); }

#define SYNC_BODY(name)                                              \
  if (inode_of(file) == 0) return REAL(name)(file);                  \
  pthread_mutex_lock(&lock);                                         \
  int result = REAL(name)(file);                                     \
  int error = errno;                                                 \
  if (result == 0) record(SYNC, "", "", inodes[file], 0, NULL, 0);   \
  pthread_mutex_unlock(&lock);                                       \
  errno = error;                                                     \
  return result;

int fsync(int file) { SYNC_BODY(fsync) }
int fdatasync(int file) { SYNC_BODY(fdatasync) }

int mkdir(const char *path, mode_t mode) {
  char name[PATH_MAX];
  if (!relative(AT_FDCWD, path, name)) return REAL(mkdir)(path, mode);
  pthread_mutex_lock(&lock);
  int result = REAL(mkdir)(path, mode);
  int error = errno;
  struct stat stats;
  if (result == 0 && stat(path, &stats) == 0) record(MAKE_FOLDER, name, "", stats.st_ino, 0, NULL, 0);
  pthread_mutex_unlock(&lock);
  errno = error;
  return result;
}

/* Writes both paths, relative to the folder. Returns 0 for a change outside of it. */
static int relative_both(int parent, const char *from, const char *to, char *name, char *target) {
  int is_recorded = relative(parent, from, name);
  *target = 0;
  if (to != NULL && relative(AT_FDCWD, to, target) != is_recorded) abort();
  return is_recorded;
}

#define NAMES_BODY(kind, call, parent, from, to)                            \
  char name[PATH_MAX], target[PATH_MAX];                                    \
  if (!relative_both(parent, from, to, name, target)) return call;          \
  pthread_mutex_lock(&lock);                                                \
  int result = call;                                                        \
  int error = errno;                                                        \
  if (result == 0) record(kind, name, target, 0, 0, NULL, 0);               \
  pthread_mutex_unlock(&lock);                                              \
  errno = error;                                                            \
  return result;

int rename(const char *from, const char *to) {
  NAMES_BODY(RENAME, REAL(rename)(from, to), AT_FDCWD, from, to)
}
int link(const char *from, const char *to) { NAMES_BODY(LINK, REAL(link)(from, to), AT_FDCWD, from, to) }
int unlink(const char *path) { NAMES_BODY(REMOVE, REAL(unlink)(path), AT_FDCWD, path, NULL) }
int unlinkat(int parent, const char *path, int flags) {
  NAMES_BODY(REMOVE, REAL(unlinkat)(parent, path, flags), parent, path, NULL)
}
int rmdir(const char *path) { NAMES_BODY(REMOVE, REAL(rmdir)(path), AT_FDCWD, path, NULL) }
int remove(const char *path) { NAMES_BODY(REMOVE, REAL(remove)(path), AT_FDCWD, path, NULL) }
