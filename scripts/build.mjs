import './node-version.mjs'

// Loaded only now: these use what old Node versions lack.
const { bootstrap } = await import('./bootstrap.mjs')
const { orRefuse } = await import('./project.mjs')

await orRefuse(() => bootstrap({ rebuilds: true }))
