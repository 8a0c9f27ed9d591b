#!/bin/sh
# Copies the files of deploy/secrets, which only their maker can read, to whoever needs them. Users by number, as the images name
# them: 1000 kurrent and node, 999 mongodb, 99 haproxy.
set -eu
give() {
  install -D -o "$1" -g "$1" -m 0400 "/secrets/$2" "/for/$3"
}
give 1000 ca.crt kurrentdb/ca/ca.crt
give 1000 kurrentdb.crt kurrentdb/node.crt
give 1000 kurrentdb.key kurrentdb/node.key
give 999 ca.crt mongodb/ca.crt
give 999 mongodb.pem mongodb/member.pem
give 999 mongodb.keyfile mongodb/keyfile
give 1000 ca.crt program/ca.crt
give 1000 api.crt program/api.crt
give 1000 api.key program/api.key
give 99 ca.crt proxy/ca.crt
give 99 proxy.pem proxy/proxy.pem
