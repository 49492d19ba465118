#!/bin/sh
# Tests the pack: the build and its refusals, the numbers of several configurations, the bench and the service.
#
# usage: sh tests/run-tests.sh [--sanitize]     with --sanitize everything runs under the address and undefined
#                                               behaviour sanitizers, which is slower but sees more
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
server=
cleanup() {
  if [ -n "$server" ]; then kill "$server" 2> /dev/null || true; fi
  rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 1' INT TERM

if [ "${1:-}" = --sanitize ]; then
  CFLAGS="${CFLAGS:-} -g -fsanitize=address,undefined -fno-sanitize-recover=all"
  export CFLAGS
fi
tolerance=1e-6
failures=0
checks=0

check() {
  description=$1
  shift
  checks=$((checks + 1))
  if "$@" > "$work/log" 2>&1; then
    echo "ok    $description"
  else
    failures=$((failures + 1))
    echo "FAIL  $description"
    sed 's/^/      /' "$work/log"
  fi
}

# Runs a command and succeeds when its exit status is the given one.
exits_with() {
  expected=$1
  shift
  status=0
  "$@" || status=$?
  [ "$status" -eq "$expected" ] || { echo "exit status $status instead of $expected: $*"; return 1; }
}

same_bytes() { cmp "$1" "$2"; }
different_bytes() { ! cmp -s "$1" "$2"; }

# Writes a configuration: the default with the given KEY=VALUE pairs in place of its own.
configure() {
  target=$1
  shift
  cp knobs.env "$target"
  for pair in "$@"; do
    sed "s/^${pair%%=*}=.*/$pair/" "$target" > "$target.new"
    mv "$target.new" "$target"
  done
}

multiply() {
  program=$1
  shift
  "$program" bench --m 131 --n 197 --k 523 --repetitions 2 "$@"
}

# --- Build and configuration -------------------------------------------------------------------------------------

yaml_values() { sed -n "s/^  $1: {type: [a-z]*, values: \[\([^]]*\)\].*/\1/p" evolve.yaml | tr -d ',"'; }
yaml_default() { sed -n "s/^  $1: {.* default: \"*\([A-Za-z0-9]*\)\"*, .*/\1/p" evolve.yaml; }
script_values() { sed -n "s/^ *$1) echo \([^;]*\) ;;.*/\1/p" build.sh; }
declared_alike() {
  for name in $(sed -n 's/=.*//p' knobs.env); do
    [ -n "$(yaml_values "$name")" ] && [ "$(yaml_values "$name")" = "$(script_values "$name")" ] || return 1
    grep -qx "$name=$(yaml_default "$name")" knobs.env || return 1
  done
}
refuses_knob() {
  configure "$work/bad.env" "$@"
  exits_with 2 sh build.sh "$work/bad.env" "$work/bad"
}
refuses_line() {
  { cat knobs.env; echo "$1"; } > "$work/bad.env"
  exits_with 2 sh build.sh "$work/bad.env" "$work/bad"
}
refuses_missing_knob() {
  sed 1d knobs.env > "$work/bad.env"
  exits_with 2 sh build.sh "$work/bad.env" "$work/bad"
}

check "evolve.yaml, build.sh and knobs.env declare the same knobs" declared_alike
check "load/requests.jsonl is what its script prints" sh -c 'sh tools/make-load.sh | cmp - load/requests.jsonl'
check "the default configuration builds" sh build.sh knobs.env "$work/default"
# shellcheck disable=SC2086
check "the checkers build" sh -c '
  "${CC:-cc}" -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror ${CFLAGS:-} tests/check.c src/problem.c \
    "$1/default/sgemm.o" -lm -o "$1/check" &&
  "${CC:-cc}" -std=c11 -D_GNU_SOURCE -O2 -Wall -Wextra -Werror tests/client.c -o "$1/client"' sh "$work"
check "a value outside its knob is refused" refuses_knob MR=5
check "an empty value is refused" refuses_knob MR=
check "a value with a command in it is refused" refuses_knob 'KC=$(echo 128)'
check "an unknown knob is refused" refuses_line TURBO=1
check "a knob given twice is refused" refuses_line MR=4
check "a line that is no pair is refused" refuses_line nonsense
check "a missing knob is refused" refuses_missing_knob
check "tiles that do not divide a block are refused" refuses_knob MC=64 MR=12
check "a register tile that is too large is refused" refuses_knob MR=12 NRV=3
check "a packed block that is too large is refused" refuses_knob MC=384 KC=512
check "vectors too wide for the portable instruction set are refused" refuses_knob VW=16

# --- Numbers -----------------------------------------------------------------------------------------------------

default=$work/default/sgemm
check "the default multiplies" multiply "$default" --seed 5 --output "$work/first"
check "the default agrees with double precision" \
  "$work/check" reference "$work/first" 131 197 523 5 2 "$tolerance"
check "one seed gives the same bytes again" sh -c '
  "$1" bench --m 131 --n 197 --k 523 --repetitions 2 --seed 5 --output "$2/again" && cmp "$2/first" "$2/again"' \
  sh "$default" "$work"
multiply "$default" --seed 6 --output "$work/other" > /dev/null
check "another seed gives other bytes" different_bytes "$work/first" "$work/other"
"$default" bench --m 131 --n 197 --k 523 --repetitions 3 --seed 5 --output "$work/later" > /dev/null
check "each repetition multiplies other matrices" different_bytes "$work/first" "$work/later"

number=0
for knobs in \
  "VW=8 MR=6 NRV=2 KC=256 ARCH=native FP_CONTRACT=fast OPT_LEVEL=O3" \
  "VW=16 MR=12 NRV=2 KC=256 MC=192 ARCH=native FP_CONTRACT=fast UNROLL=4" \
  "VW=16 MR=8 NRV=3 KC=64 MC=48 NC=256 ARCH=native PREFETCH=8 UNROLL=2" \
  "VW=8 MR=2 NRV=4 KC=512 MC=96 UNROLL=4 OPT_LEVEL=O3" \
  "VW=4 MR=12 NRV=2 KC=64 MC=384 NC=256 FP_CONTRACT=fast" \
  "VW=4 MR=8 NRV=3 KC=128 MC=64 PREFETCH=8 ARCH=native" \
  "VW=4 MR=2 NRV=1 KC=512 MC=48"; do
  number=$((number + 1))
  # shellcheck disable=SC2086
  configure "$work/knobs-$number.env" $knobs
  check "builds: $knobs" sh build.sh "$work/knobs-$number.env" "$work/build-$number"
  check "multiplies" multiply "$work/build-$number/sgemm" --seed 5 --output "$work/output-$number"
  check "agrees with the default" "$work/check" files "$work/first" "$work/output-$number" "$tolerance"
  check "agrees with double precision" \
    "$work/check" reference "$work/output-$number" 131 197 523 5 2 "$tolerance"
done
for shape in "1 1 1" "1 9 3" "17 1 2" "5 7 1" "97 1024 129"; do
  set -- $shape
  check "multiplies the shape $shape" "$work/build-2/sgemm" bench --m "$1" --n "$2" --k "$3" --seed 1 \
    --repetitions 1 --output "$work/shape"
  check "and agrees with double precision" "$work/check" reference "$work/shape" "$1" "$2" "$3" 1 1 "$tolerance"
done

# --- Hostile inputs and the reference ----------------------------------------------------------------------------

agrees() { # BUILD KIND
  options="bench --m 61 --n 67 --k 70 --repetitions 1 --seed 3 --inputs $2"
  # shellcheck disable=SC2086
  "$default" $options --output "$work/kind-default" > /dev/null
  # shellcheck disable=SC2086
  "$1" $options --output "$work/kind-other" > /dev/null
  "$work/check" files "$work/kind-default" "$work/kind-other" "$3"
}
check "subnormal inputs agree" agrees "$work/build-1/sgemm" subnormal 1e-3
check "tiny inputs agree" agrees "$work/build-1/sgemm" tiny 1e-5
check "huge inputs agree" agrees "$work/build-1/sgemm" huge 1e-6
check "cancelling inputs agree but for what cancels" agrees "$work/build-1/sgemm" cancelling 1e-4
for kind in infinities nan; do
  check "$kind are neither swallowed nor clamped" exits_with 1 agrees "$work/build-1/sgemm" "$kind" 1e-6
done
check "unknown inputs are refused" exits_with 2 "$default" bench --m 2 --n 2 --k 2 --seed 1 --output "$work/x" --inputs odd
writes_reference() {
  "$default" reference --m 131 --n 197 --k 523 --repetitions 2 --seed 5 --output "$work/double" &&
    [ "$(wc -c < "$work/double")" -eq $((131 * 197 * 8)) ] &&
    "$work/check" double "$work/first" "$work/double" "$tolerance"
}
check "the reference is the last product in double precision" writes_reference

# --- Bench arguments ---------------------------------------------------------------------------------------------

prints_metrics() {
  multiply "$default" --seed 5 --output "$work/metrics-output" > "$work/metrics"
  [ "$(wc -l < "$work/metrics")" -eq 2 ] &&
    grep -Eqx '\{"metric": "time", "value": [0-9]+\.[0-9], "unit": "ns"\}' "$work/metrics" &&
    grep -Eqx '\{"metric": "throughput", "value": [0-9.e+-]+, "unit": "GFLOP/s"\}' "$work/metrics"
}
check "the bench prints its two metrics" prints_metrics
check "no command is refused" exits_with 2 "$default"
check "an unknown option is refused" exits_with 2 multiply "$default" --seed 5 --output "$work/x" --fast 1
check "a missing option is refused" exits_with 2 multiply "$default" --seed 5
check "an option given twice is refused" exits_with 2 multiply "$default" --seed 5 --output "$work/x" --m 3
check "an option without a value is refused" exits_with 2 multiply "$default" --seed 5 --output
for value in 0 1025 -1 1x '' 99999999999999999999999; do
  check "a dimension of '$value' is refused" \
    exits_with 2 "$default" bench --m "$value" --n 8 --k 8 --seed 1 --output "$work/x"
done
check "a seed of the full 64 bits is accepted" \
  "$default" bench --m 8 --n 8 --k 8 --seed 18446744073709551615 --output "$work/x"
check "a larger seed is refused" \
  exits_with 2 "$default" bench --m 8 --n 8 --k 8 --seed 18446744073709551616 --output "$work/x"
check "an output that cannot be written fails" \
  exits_with 1 multiply "$default" --seed 5 --output "$work/absent/output"
if [ -w /dev/full ]; then
  check "a full disk fails" exits_with 1 multiply "$default" --seed 5 --output /dev/full
fi

# --- Service -----------------------------------------------------------------------------------------------------

socket=$work/socket
"$default" serve --socket "$socket" 2> "$work/server-log" &
server=$!
attempts=0
while [ ! -S "$socket" ] && [ "$attempts" -lt 100 ]; do
  attempts=$((attempts + 1))
  sleep 0.05
done

# Sends the bytes that printf makes of the first argument and looks for the second in what comes back.
answers() {
  # shellcheck disable=SC2059
  printf "$1" | "$work/client" "$socket" > "$work/response" || return 1
  cat "$work/response"
  grep -q "$2" "$work/response"
}
post() { printf 'POST /multiply HTTP/1.1\\r\\nHost: x\\r\\nConnection: close\\r\\nContent-Length: %d\\r\\n\\r\\n%s' "${#1}" "$1"; }
posts() { answers "$(post "$1")" "$2"; }
close='HTTP/1.1\r\nConnection: close\r\n\r\n'

check "the service is healthy" answers "GET /healthz $close" "200 OK"
check "the service multiplies" posts '{"m": 64, "n": 33, "k": 48, "seed": 7}' '^{"trace": -*[0-9.e+-]*, "norm": [0-9.e+-]*}$'
cp "$work/response" "$work/response-1"
check "fields come in any order" posts '{"seed":7,"k":48,"n":33,"m":64}' "200 OK"
check "and the answer stays the same" sh -c 'tail -n 1 "$1-1" > "$1-2" && tail -n 1 "$1" | cmp - "$1-2"' sh "$work/response"
check "two requests in one packet get two answers" sh -c '
  printf "GET /healthz HTTP/1.1\r\n\r\nGET /healthz HTTP/1.0\r\n\r\n" | "$1/client" "$2" > "$1/response-3" &&
  grep -q "Connection: close" "$1/response-3" && [ "$(grep -c "200 OK" "$1/response-3")" -eq 2 ]' sh "$work" "$socket"
check "an unknown path is not found" answers "GET /other $close" " 404 "
check "the wrong method is not allowed" answers "GET /multiply $close" "Allow: POST"
check "the wrong method is not allowed for health" answers "DELETE /healthz $close" " 405 "
for body in '' '{}' '[]' '{"m":1,"n":1,"k":1}' '{"m":1,"n":1,"k":1,"seed":1,"x":1}' '{"m":1,"m":1,"n":1,"k":1}' \
  '{"m":0,"n":1,"k":1,"seed":1}' '{"m":1025,"n":1,"k":1,"seed":1}' '{"m":-1,"n":1,"k":1,"seed":1}' \
  '{"m":01,"n":1,"k":1,"seed":1}' '{"m":1.5,"n":1,"k":1,"seed":1}' '{"m":1,"n":1,"k":1,"seed":9007199254740992}' \
  '{"m":1,"n":1,"k":1,"seed":1}}' '{"m":"1","n":1,"k":1,"seed":1}' '{"m":1,"n":1,"k":1,"seed":1,}' '{"m'; do
  check "the body '$body' is refused" posts "$body" " 400 "
done
check "a malformed request line is refused" answers 'nonsense\r\n\r\n' " 400 "
check "a malformed header is refused" answers 'GET /healthz HTTP/1.1\r\nno colon\r\n\r\n' " 400 "
check "two lengths are refused" answers 'POST /multiply HTTP/1.1\r\nContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}' " 400 "
check "a negative length is refused" answers 'POST /multiply HTTP/1.1\r\nContent-Length: -2\r\n\r\n{}' " 400 "
check "a missing length is refused" answers 'POST /multiply HTTP/1.1\r\n\r\n' " 411 "
check "a large body is refused" answers 'POST /multiply HTTP/1.1\r\nContent-Length: 4097\r\n\r\n' " 413 "
check "a huge length is refused" answers 'POST /multiply HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n' " 413 "
check "a chunked body is refused" answers 'POST /multiply HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n' " 501 "
long=$(printf '%09000d' 0)
check "a head that is too long is refused" answers "GET /healthz HTTP/1.1\\r\\nX: $long\\r\\n\\r\\n" " 431 "
check "random bytes are survived" sh -c 'head -c 20000 /dev/urandom | "$1" "$2" > /dev/null' sh "$work/client" "$socket"

hangs_up() {
  request=$(post '{"m": 512, "n": 512, "k": 512, "seed": 1}')
  for _ in 1 2 3 4 5; do
    # shellcheck disable=SC2059
    printf "$request" | "$work/client" "$socket" hang-up
    printf 'POST /multiply HTTP/1.1\r\nContent-Le' | "$work/client" "$socket" hang-up
  done
}
check "clients hang up" hangs_up
check "and the service still answers" answers "GET /healthz $close" "200 OK"

# A client that says nothing must not keep others waiting.
sleep 3 | "$work/client" "$socket" hang-up &
silent=$!
check "a silent client blocks nobody" answers "GET /healthz $close" "200 OK"

stops() {
  kill -TERM "$server"
  status=0
  wait "$server" || status=$?
  server=
  [ "$status" -eq 0 ] && [ ! -e "$socket" ]
}
check "SIGTERM ends the service and removes its socket" stops
wait "$silent" || true
check "the service had nothing to complain about" test ! -s "$work/server-log"
check "a socket path that is too long is refused" exits_with 2 "$default" serve --socket "$long"
check "a socket that cannot be bound fails" exits_with 1 "$default" serve --socket "$work/absent/socket"

echo "$checks checks, $failures failures"
[ "$failures" -eq 0 ]
