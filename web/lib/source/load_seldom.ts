// Loads what few calls need.
import { loadPart, SELDOM } from './formats/parts.ts';

export const seldom = () => loadPart(SELDOM, () => import('./seldom.ts'));
