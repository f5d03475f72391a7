import './bootstrap/node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { install } = await import('./bootstrap/bootstrap.ts')
const { exitOnUserError } = await import('./bootstrap/project.mjs')
const { writeSbom } = await import('./bootstrap/release.ts')

await exitOnUserError(install)
await exitOnUserError(() => writeSbom(process.argv[2]))
