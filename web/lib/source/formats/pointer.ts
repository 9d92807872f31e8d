// What Git LFS leaves in place of a large file.

export const POINTER = 'version https://git-lfs';
export const POINTER_IS = 'a pointer of Git LFS, and not the file itself; fetch it with git lfs pull';

export const isPointer = (start: Uint8Array) =>
  [...POINTER].every((each, i) => each.charCodeAt(0) === start[i]);
