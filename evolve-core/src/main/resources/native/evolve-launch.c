/*
 * The first process inside a sandbox. It limits a command, runs it, waits until nothing of it is left, and reports how
 * it ended and what it used as one JSON line on file descriptor 3, which the command never gets to see.
 *
 * usage: evolve-launch [LIMIT VALUE]... -- COMMAND [ARGUMENT]...
 *
 *   --data BYTES        private memory of one process (RLIMIT_DATA)
 *   --watch BYTES       resident memory of all processes together; looked at every 10 ms, only as process 1
 *   --processes N       number of processes (RLIMIT_NPROC; the kernel does not hold it against uid 0)
 *   --file BYTES        largest file written (RLIMIT_FSIZE)
 *   --cpu N             the one processor to run on
 *
 * Processor time is not limited: with RLIMIT_CPU in force, the kernel answers CLOCK_PROCESS_CPUTIME_ID from a counter
 * that moves with its tick, and a bench that times itself by that clock reads steps of milliseconds. The limit of wall
 * time, which is kept from outside, has to do.
 *
 * It forks and never uses vfork: a child's high-water mark of memory starts at that of the image it came from, and this
 * one is small.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { REPORT = 3, OPEN_FILES = 1024, EXIT_USAGE = 125, EXIT_NOT_FOUND = 127, WATCH_NS = 10 * 1000 * 1000 };

struct limits {
  uint64_t data;
  uint64_t watch;
  uint64_t processes;
  uint64_t file;
  int64_t cpu;
};

struct used {
  int64_t cpu_ns;
  int64_t peak_rss_bytes;
};

static volatile sig_atomic_t command_pid;

static void die(const char *what) {
  fprintf(stderr, "evolve-launch: %s: %s\n", what, strerror(errno));
  _exit(EXIT_USAGE);
}

static uint64_t number(const char *text) {
  char *end = NULL;
  errno = 0;
  const unsigned long long value = strtoull(text, &end, 10);
  if (errno != 0 || end == text || *end != '\0') {
    errno = EINVAL;
    die(text);
  }
  return value;
}

/* Reads the limits and returns the index of the command. */
static int parse(int count, char **arguments, struct limits *limits) {
  int i = 1;
  for (; i + 1 < count && strcmp(arguments[i], "--") != 0; i += 2) {
    const char *name = arguments[i];
    const uint64_t value = number(arguments[i + 1]);
    if (strcmp(name, "--data") == 0) {
      limits->data = value;
    } else if (strcmp(name, "--watch") == 0) {
      limits->watch = value;
    } else if (strcmp(name, "--processes") == 0) {
      limits->processes = value;
    } else if (strcmp(name, "--file") == 0) {
      limits->file = value;
    } else if (strcmp(name, "--cpu") == 0) {
      limits->cpu = (int64_t)value;
    } else {
      errno = EINVAL;
      die(name);
    }
  }
  if (i + 1 >= count || strcmp(arguments[i], "--") != 0) {
    errno = EINVAL;
    die("no command");
  }
  return i + 1;
}

static void limit(int resource, uint64_t value, const char *name) {
  if (value == 0) {
    return;
  }
  struct rlimit now;
  if (getrlimit(resource, &now) != 0) {
    die(name);
  }
  const rlim_t wanted = now.rlim_max < value ? now.rlim_max : value;
  const struct rlimit set = {.rlim_cur = wanted, .rlim_max = wanted};
  if (setrlimit(resource, &set) != 0) {
    die(name);
  }
}

/* Asks the kernel to kill the command before the launcher, should memory run out. */
static void offer_to_oom_killer(void) {
  const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (file >= 0) {
    const ssize_t written = write(file, "1000", 4);
    (void)written;
    close(file);
  }
}

static void become(char **command, const struct limits *limits, const sigset_t *mask) {
  if (setsid() < 0) {
    die("setsid");
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  offer_to_oom_killer();
  if (limits->cpu >= 0) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET((int)limits->cpu, &set);
    if (sched_setaffinity(0, sizeof(set), &set) != 0) {
      die("cannot run on that processor");
    }
  }
  const struct rlimit no_core = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core);
  limit(RLIMIT_NOFILE, OPEN_FILES, "open files");
  limit(RLIMIT_DATA, limits->data, "memory");
  limit(RLIMIT_FSIZE, limits->file, "file size");
  limit(RLIMIT_NPROC, limits->processes, "processes");
  signal(SIGTERM, SIG_DFL);
  sigprocmask(SIG_SETMASK, mask, NULL);
  execvp(command[0], command);
  fprintf(stderr, "evolve-launch: cannot run %s: %s\n", command[0], strerror(errno));
  _exit(EXIT_NOT_FOUND);
}

static int64_t now_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static uint64_t resident_bytes(const char *pid) {
  char path[64];
  snprintf(path, sizeof(path), "/proc/%.20s/statm", pid);
  FILE *file = fopen(path, "re");
  if (file == NULL) {
    return 0;
  }
  unsigned long long size = 0;
  unsigned long long resident = 0;
  const int fields = fscanf(file, "%llu %llu", &size, &resident);
  fclose(file);
  return fields == 2 ? resident * (uint64_t)sysconf(_SC_PAGESIZE) : 0;
}

/* Resident memory of every process but this one; meaningful only in a process namespace of our own. */
static uint64_t resident_of_all(void) {
  DIR *processes = opendir("/proc");
  if (processes == NULL) {
    return 0;
  }
  uint64_t sum = 0;
  for (const struct dirent *entry = readdir(processes); entry != NULL; entry = readdir(processes)) {
    if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' && strcmp(entry->d_name, "1") != 0) {
      sum += resident_bytes(entry->d_name);
    }
  }
  closedir(processes);
  return sum;
}

/* As process 1 of a namespace, everything else in it is the command's; elsewhere only its session is. */
static void kill_all(pid_t command) {
  if (getpid() == 1) {
    kill(-1, SIGKILL);
  } else {
    kill(-command, SIGKILL);
    kill(command, SIGKILL);
  }
}

static int64_t used_ns(const struct rusage *usage) {
  return ((int64_t)usage->ru_utime.tv_sec + usage->ru_stime.tv_sec) * 1000000000
         + ((int64_t)usage->ru_utime.tv_usec + usage->ru_stime.tv_usec) * 1000;
}

/* Waits for one child. What it used, its own children included, is added to the sum: RUSAGE_CHILDREN would also count
 * what ran in this process before the launcher did. */
static pid_t reap(int options, int *status, struct used *used) {
  struct rusage usage;
  const pid_t ended = wait4(-1, status, options, &usage);
  if (ended > 0) {
    const int64_t peak = (int64_t)usage.ru_maxrss * 1024;
    used->cpu_ns += used_ns(&usage);
    used->peak_rss_bytes = used->peak_rss_bytes < peak ? peak : used->peak_rss_bytes;
  }
  return ended;
}

static void reap_orphans(struct used *used) {
  int status = 0;
  while (reap(0, &status, used) > 0 || errno == EINTR) {
  }
}

/* Waits for the command, reaping its orphans on the way; true if its memory had to be cut off. */
static bool await(pid_t command, const struct limits *limits, int *status, struct used *used) {
  const bool watching = limits->watch > 0 && getpid() == 1;
  const struct timespec interval = {.tv_sec = 0, .tv_nsec = WATCH_NS};
  sigset_t child;
  sigemptyset(&child);
  sigaddset(&child, SIGCHLD);
  bool over = false;
  for (;;) {
    int one = 0;
    const pid_t ended = reap(watching && !over ? WNOHANG : 0, &one, used);
    if (ended == command) {
      *status = one;
      return over;
    }
    if (ended < 0 && errno != EINTR) {
      die("wait4");
    }
    if (ended == 0) {
      if (resident_of_all() > limits->watch) {
        over = true;
        kill_all(command);
      } else {
        sigtimedwait(&child, NULL, &interval);
      }
    }
  }
}

static void pass_on(int signal_number) {
  if (command_pid > 0) {
    kill(command_pid, signal_number);
  }
}

static void report(int status, bool out_of_memory, int64_t wall_ns, const struct used *used) {
  dprintf(REPORT,
          "{\"exitCode\":%d,\"signal\":%d,\"outOfMemory\":%s,\"wallNs\":%lld,\"cpuNs\":%lld,\"peakRssBytes\":%lld}\n",
          WIFEXITED(status) ? WEXITSTATUS(status) : 0, WIFSIGNALED(status) ? WTERMSIG(status) : 0,
          out_of_memory ? "true" : "false", (long long)wall_ns, (long long)used->cpu_ns,
          (long long)used->peak_rss_bytes);
}

int main(int count, char **arguments) {
  struct limits limits = {.cpu = -1};
  const int first = parse(count, arguments, &limits);
  if (fcntl(REPORT, F_SETFD, FD_CLOEXEC) != 0) {
    die("file descriptor 3 is not open");
  }
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0
      || prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) {
    die("prctl");
  }
  sigset_t block;
  sigset_t before;
  sigemptyset(&block);
  sigaddset(&block, SIGCHLD);
  sigprocmask(SIG_BLOCK, &block, &before);
  signal(SIGCHLD, SIG_DFL);
  const struct sigaction forward = {.sa_handler = pass_on};
  sigaction(SIGTERM, &forward, NULL);

  const int64_t start = now_ns();
  const pid_t command = fork();
  if (command < 0) {
    die("fork");
  }
  if (command == 0) {
    become(arguments + first, &limits, &before);
  }
  command_pid = command;
  int status = 0;
  struct used used = {0};
  const bool out_of_memory = await(command, &limits, &status, &used);
  const int64_t wall_ns = now_ns() - start;
  command_pid = 0;
  kill_all(command);
  reap_orphans(&used);
  report(status, out_of_memory, wall_ns, &used);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
