#!/bin/sh
# Builds the program with the knobs of a configuration file.
#
# usage: sh build.sh [KNOBS-FILE [BUILD-DIRECTORY]]     default: knobs.env build
#
# CC names the compiler and CFLAGS adds flags to every compilation (a sanitizer, for instance).
# Exit status: 0 built, 1 the compiler refused, 2 the configuration is not one of the knob space.
set -eu
cd "$(dirname "$0")"
knobs_file=${1:-knobs.env}
build=${2:-build}
# One locale for every machine, so that ranges in patterns and messages mean the same everywhere.
LC_ALL=C
export LC_ALL

refuse() {
  echo "build.sh: $knobs_file: $1" >&2
  exit 2
}

# The values that a knob may take; evolve.yaml says what they mean, and a test holds the two together.
values_of() {
  case $1 in
    VW) echo 4 8 16 ;;                       # floats in one vector
    MR) echo 2 4 6 8 12 ;;                   # rows of the register tile
    NRV) echo 1 2 3 4 ;;                     # vectors in a row of the register tile
    KC) echo 64 128 256 512 ;;               # depth of a packed block
    MC) echo 48 64 96 192 384 ;;             # rows of a packed block of A
    NC) echo 256 1024 ;;                     # columns of a packed panel of B
    UNROLL) echo 1 2 4 ;;                    # steps of k in one turn of the inner loop
    PREFETCH) echo 0 8 ;;                    # steps of k to prefetch ahead
    OPT_LEVEL) echo O2 O3 ;;                 # optimisation level of the kernel
    ARCH) echo portable native ;;            # instruction set of the kernel
    FP_CONTRACT) echo fast off ;;            # whether a multiplication and an addition may fuse
    *) return 1 ;;
  esac
}
names="VW MR NRV KC MC NC UNROLL PREFETCH OPT_LEVEL ARCH FP_CONTRACT"

read_knob() {
  name=${1%%=*}
  value=${1#*=}
  values=$(values_of "$name") || refuse "unknown knob '$name'; known are: $names"
  case " $seen " in *" $name "*) refuse "knob $name is given twice" ;; esac
  known=no
  for candidate in $values; do
    if [ "$candidate" = "$value" ]; then known=yes; fi
  done
  [ "$known" = yes ] || refuse "knob $name cannot be '$value'; it takes one of: $values"
  seen="$seen $name"
  eval "$name=\$value"
}

# The file is read line by line and never executed.
[ -r "$knobs_file" ] || refuse "cannot be read"
seen=
while IFS= read -r line || [ -n "$line" ]; do
  case $line in
    '' | '#'*) ;;
    *=*) read_knob "$line" ;;
    *) refuse "not of the form KEY=VALUE: '$line'" ;;
  esac
done < "$knobs_file"
for name in $names; do
  case " $seen " in *" $name "*) ;; *) refuse "knob $name is missing" ;; esac
done

# The constraints of evolve.yaml, for those who build by hand.
[ $((MC % MR)) -eq 0 ] || refuse "MC must be a multiple of MR"
[ $((MR * NRV)) -le 24 ] || refuse "MR * NRV must be at most 24"
[ $((KC * MC * 4)) -le 524288 ] || refuse "KC * MC * 4 must be at most 524288"
if [ "$ARCH" = portable ] && [ "$VW" -eq 16 ]; then
  refuse "VW=16 needs ARCH=native"
fi

compiler=${CC:-}
if [ -z "$compiler" ]; then
  if command -v cc > /dev/null 2>&1; then compiler=cc; else compiler=gcc; fi
fi
common="-std=c11 -D_GNU_SOURCE -Wall -Wextra -Werror ${CFLAGS:-}"
kernel="-$OPT_LEVEL -ffp-contract=$FP_CONTRACT"
if [ "$ARCH" = native ]; then
  kernel="$kernel -march=native"
fi
for name in VW MR NRV KC MC NC UNROLL PREFETCH; do
  eval "kernel=\"\$kernel -D$name=\$$name\""
done

# Only the kernel sees the knobs. The harness is compiled the same way for every configuration, so that it costs each
# of them the same. The word splitting of the flags is intended.
mkdir -p "$build"
rm -f "$build/sgemm"
# shellcheck disable=SC2086
$compiler $common $kernel -c src/sgemm.c -o "$build/sgemm.o" || exit 1
# shellcheck disable=SC2086
$compiler $common -O2 src/main.c src/bench.c src/service.c src/http.c src/problem.c "$build/sgemm.o" -lm \
  -o "$build/sgemm" || exit 1
