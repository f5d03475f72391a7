import './node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { bootstrap } = await import('./bootstrap.mjs')
const { exitOnUserError } = await import('./project.mjs')

await exitOnUserError(async () => {
  // The server requires the built web app at startup, although Vite serves it in watch mode.
  await bootstrap()
  const { develop } = await import('./develop.mjs')
  await develop(process.env)
})
