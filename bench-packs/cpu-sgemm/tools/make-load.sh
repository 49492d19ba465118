#!/bin/sh
# Prints the request load of load/requests.jsonl: 400 small multiplications over ten seconds, in the proportions of a
# service that mostly sees small matrices. The draw is a fixed linear congruential generator rather than awk's rand(),
# which differs between implementations, so that every machine prints the same bytes.
#
# usage: sh tools/make-load.sh > load/requests.jsonl
set -eu
LC_ALL=C awk '
function draw(limit) {
  state = (state * 16807) % 2147483647
  return int(state / 2147483647 * limit)
}
BEGIN {
  state = 20240607
  sizes = split("32 33 48 64 64 80 96 96 100 127 128 128 160 192", size, " ")
  for (i = 0; i < 400; i++) {
    # One request every 25 ms on average, with the unevenness of independent clients.
    at = i * 25 + draw(25)
    m = size[1 + draw(sizes)]
    n = size[1 + draw(sizes)]
    k = size[1 + draw(sizes)]
    printf "{\"atMs\": %d, \"method\": \"POST\", \"path\": \"/multiply\", ", at
    printf "\"body\": {\"m\": %d, \"n\": %d, \"k\": %d, \"seed\": %d}}\n", m, n, k, draw(1000000)
  }
}'
