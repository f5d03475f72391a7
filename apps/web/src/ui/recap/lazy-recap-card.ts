import { lazyNamed } from '../lazy-named.ts'

/** Loaded on first use, because most screens show no recap. */
export const RecapCard = lazyNamed(() => import('./recap-card.tsx'), 'RecapCard')
