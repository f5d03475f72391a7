import './node-version.mjs'

// Loaded only now: these use what old Node versions lack.
const { bootstrap } = await import('./bootstrap.mjs')
const { exitOnUserError } = await import('./project.mjs')

await exitOnUserError(async () => {
  // The server asks for the built page before it starts, whoever serves the page later.
  await bootstrap()
  const { develop } = await import('./develop.mjs')
  await develop(process.env)
})
