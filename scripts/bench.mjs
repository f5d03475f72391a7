import './node-version.mjs'

// Loaded only now: these use what old Node versions lack.
const { bootstrap } = await import('./bootstrap.mjs')
const { exitOnUserError } = await import('./project.mjs')

await exitOnUserError(async () => {
  await bootstrap()
  const { runBench } = await import('./bench/run-bench.mjs')
  await runBench(process.argv.slice(2))
})
