import './node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { bootstrap } = await import('./bootstrap.mjs')
const { exitOnUserError } = await import('./project.mjs')

await exitOnUserError(async () => {
  await bootstrap()
  const { runBench } = await import('../tools/bench/run-bench.mjs')
  await runBench(process.argv.slice(2))
})
