import './bootstrap/node-version.mjs'

// Imported after the version check, because these modules need a current Node.
const { bootstrap } = await import('./bootstrap/bootstrap.ts')
const { exitOnUserError } = await import('./bootstrap/project.mjs')

await exitOnUserError(async () => {
  // The server requires the built web app at startup, although Vite serves it in watch mode.
  await bootstrap()
  const { develop } = await import('./dev/develop.ts')
  await develop(process.env)
})
