// The contestants.
export const OURS = 'Microtome';
export const BY_HAND = 'plain JavaScript';
export const PEER = 'onnxruntime-web';
