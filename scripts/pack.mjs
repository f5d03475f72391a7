import './bootstrap/node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { bootstrap } = await import('./bootstrap/bootstrap.ts')
const { packRelease } = await import('./bootstrap/release.ts')
const { exitOnUserError } = await import('./bootstrap/project.mjs')

await exitOnUserError(() => bootstrap({ apps: ['web', 'server'], packages: 'product' }))
await exitOnUserError(() => packRelease(process.argv[2]))
