import './bootstrap/node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { bootstrap } = await import('./bootstrap/bootstrap.ts')
const { exitOnUserError } = await import('./bootstrap/project.mjs')

await exitOnUserError(async () => {
  await bootstrap()
  const { runScreenshots } = await import('../tools/screenshots/run-screenshots.ts')
  await runScreenshots(process.argv.slice(2))
})
