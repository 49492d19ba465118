# Runs as process 1 of new user, mount, process, network, IPC and UTS namespaces; builds a root of its own and enters it.
#
# usage: enter.sh ROOT TMP_BYTES [link TARGET PATH | ro SOURCE PATH | rw SOURCE PATH]... enter DIRECTORY COMMAND...
#
# ROOT is an empty directory outside. The system's directories come first in the list, so that /tmp, which follows them,
# is there before what is shown inside it.
set -eu
root=$1
tmp_bytes=$2
shift 2

mount -t tmpfs -o mode=755,size=16m,nosuid,nodev tmpfs "$root"
mkdir -p "$root/proc" "$root/dev/shm" "$root/tmp" "$root/old"
mount -t tmpfs -o "mode=1777,size=$tmp_bytes,nosuid,nodev" tmpfs "$root/tmp"
mount -t tmpfs -o "mode=1777,size=$tmp_bytes,nosuid,nodev" tmpfs "$root/dev/shm"
mount -t proc -o nosuid,nodev,noexec proc "$root/proc"
for device in null zero full random urandom; do
  : > "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
ln -s /proc/self/fd "$root/dev/fd"
ln -s /proc/self/fd/0 "$root/dev/stdin"
ln -s /proc/self/fd/1 "$root/dev/stdout"
ln -s /proc/self/fd/2 "$root/dev/stderr"

# The kernel's own settings are not for anybody inside.
for path in sys sysrq-trigger irq bus; do
  if [ -e "$root/proc/$path" ]; then
    mount --bind "$root/proc/$path" "$root/proc/$path"
    mount -o remount,bind,ro "$root/proc/$path"
  fi
done

# A directory with mounts beneath can only be shown with all of them, and each needs to be made read-only.
show_with_mounts() {
  mount --rbind "$1" "$2"
  if [ "$3" = ro ]; then
    while read -r _ _ _ _ mounted _; do
      case $mounted in
        "$2"/*) mount -o remount,bind,ro,nosuid "$mounted" ;;
      esac
    done < /proc/self/mountinfo
  fi
}

while [ "$1" != enter ]; do
  place=$root$3
  case $1 in
    link)
      mkdir -p "${place%/*}"
      ln -s "$2" "$place"
      ;;
    ro | rw)
      if [ -d "$2" ]; then
        mkdir -p "$place"
      elif [ ! -e "$place" ]; then
        mkdir -p "${place%/*}"
        : > "$place"
      fi
      mount --bind "$2" "$place" 2> /dev/null || show_with_mounts "$2" "$place" "$1"
      if [ "$1" = ro ]; then mount -o remount,bind,ro,nosuid "$place"; fi
      ;;
  esac
  shift 3
done
directory=$2
shift 2

cd "$root"
pivot_root . old
cd /
umount -l /old
rmdir /old
mount -o remount,bind,ro /
cd "$directory"
exec setpriv --bounding-set=-all --inh-caps=-all --ambient-caps=-all --no-new-privs -- "$@"
