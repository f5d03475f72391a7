import './node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { bootstrap } = await import('./bootstrap.mjs')
const { exitOnUserError } = await import('./project.mjs')

await exitOnUserError(() => bootstrap({ rebuilds: true }))
