// Folders of paths.
import { dirname } from 'node:path';
import { fs } from './host.ts';

/** The folder of a path, as the kernel finds it: `..` after a link is in the folder that the link leads to. */
export const realFolderOf = (path: string) => fs.realpathSync.native(dirname(path));
