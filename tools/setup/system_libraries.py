"""em++ that builds its system libraries with few members: those that a list names.

    python3 system_libraries.py EMSCRIPTEN LIST ARGUMENT...

Emscripten builds each library whole, 1,380 objects, of which the module's linker loads the 51 of the list.
This replaces one function that Emscripten does not document; if that fails, tools/setup/emscripten.js has
the libraries built whole."""
import sys

emscripten, listed, *arguments = sys.argv[1:]
sys.path.insert(0, emscripten)
import emcc
from tools import shared, system_libs, utils

members = {}
for line in open(listed, encoding='utf-8'):
    library, member = line.strip().removesuffix('.o)').split('(')
    members.setdefault(library, set()).add(member)

build_whole = system_libs.Library.build_objects


def build_members(self, build_dir):
    wanted = members.get(self.get_filename(), ())
    sources = [source for source in self.get_files() if utils.unsuffixed_basename(source) in wanted]
    self.get_files = lambda: sources
    return build_whole(self, build_dir)


system_libs.Library.build_objects = build_members
shared.run_via_emxx = True
sys.exit(emcc.main(['em++', *arguments]))
