import './bootstrap/node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { bootstrap } = await import('./bootstrap/bootstrap.ts')
const { exitOnUserError } = await import('./bootstrap/project.mjs')

// All apps, or those of the arguments that are out of date.
const apps = process.argv.slice(2)

await exitOnUserError(() =>
  bootstrap({ packages: 'product', ...(apps.length === 0 ? { rebuilds: true } : { apps }) }),
)
