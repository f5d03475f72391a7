import './node-version.mjs'

// Loaded only now: these use what old Node versions lack.
const { bootstrap } = await import('./bootstrap.mjs')
const { exitOnUserError } = await import('./project.mjs')

await exitOnUserError(async () => {
  await bootstrap()
  const { runScreenshots } = await import('./screenshots/run-screenshots.mjs')
  await runScreenshots(process.argv.slice(2))
})
