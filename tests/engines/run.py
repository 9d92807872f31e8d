# Runs a Dask recipe of docs/many-machines.md, which is beside this file as recipe.py, on a cluster of this machine. `cut` kills one of
# its workers once the first part is there; `rows` kills none. Prints JSON: how many workers there were, how many were lost, and the most
# bytes that a command took.
import glob
import json
import os
import resource
import signal
import sys
import threading
import time

import recipe
from dask.distributed import Client, LocalCluster

WORKERS = 3
KIBIBYTE = 1024  # the unit of ru_maxrss


def kill_one(pid, parts):
    while not glob.glob(parts):
        time.sleep(0.01)
    os.kill(pid, signal.SIGKILL)


def most_bytes():
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * KIBIBYTE


if __name__ == '__main__':
    what, count, source, *rest = sys.argv[1:]
    with LocalCluster(n_workers=WORKERS, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        before = set(client.run(os.getpid).values())
        if what == 'cut':
            spec, out = rest
            parts = os.path.splitext(out)[0] + '.axis*'
            threading.Thread(target=kill_one, args=(min(before), parts), daemon=True).start()
            recipe.cut_all(client, int(count), source, spec, out)
        else:
            recipe.rows_of_all(client, int(count), source, *rest)
        after = set(client.run(os.getpid).values())
        memory = max(most_bytes(), *client.run(most_bytes).values())
    print(json.dumps({'workers': len(before), 'lost': len(before - after), 'memory': memory}))
