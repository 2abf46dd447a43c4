# Where it is and how it is told to go, for upgrade.sh and rollback.sh. Each may be set otherwise in the environment.
APP=${APP:-/opt/cradlesong}
SETTINGS=${SETTINGS:-/etc/cradlesong.env}
READY=${READY:-http://127.0.0.1:4310/readyz}
PATIENCE=${PATIENCE:-300}
INSTALL=${INSTALL:-npm ci --omit=dev}
STOP=${STOP:-systemctl stop cradlesong.service}
START=${START:-systemctl start cradlesong.service}
# On the socket, which stays open: whoever comes meanwhile waits.
RESTART=${RESTART:-systemctl restart cradlesong.service}
export DATA_DIR="${DATA_DIR:-/var/lib/cradlesong}"

# As systemd reads the file: a name and the rest of the line.
read_settings() {
  [ -f "$SETTINGS" ] || return 0
  while IFS= read -r line; do
    case $line in
      [A-Z]*=*) value=${line#*=} value=${value#\"}; export "${line%%=*}=${value%\"}" ;;
    esac
  done < "$SETTINGS"
}

is_ready() {
  tries=0
  until [ "$(curl --silent --max-time 3 --output /dev/null --write-out '%{http_code}' "$READY")" = 200 ]; do
    tries=$((tries + 1))
    [ "$tries" -lt "$PATIENCE" ] || return 1
    sleep 1
  done
}
