import { Suspense } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { lazyNamed, preload } from './lazy-named.ts'

const Greeting = () => <p>Kickoff</p>
const loadGreeting = async () => ({ Greeting })

async function renderGreeting() {
  let fallbackCount = 0
  const Fallback = () => {
    fallbackCount += 1
    return null
  }
  const Lazy = lazyNamed(loadGreeting, 'Greeting')
  const screen = await render(
    <Suspense fallback={<Fallback />}>
      <Lazy />
    </Suspense>,
  )
  await expect.element(screen.getByText('Kickoff')).toBeVisible()
  await screen.unmount()
  return fallbackCount
}

it('renders a preloaded component without a fallback', async () => {
  expect(await renderGreeting()).toBeGreaterThan(0)
  await preload(loadGreeting)
  expect(await renderGreeting()).toBe(0)
})
