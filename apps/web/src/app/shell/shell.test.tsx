import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { buildUser } from '../../testing/account-fixtures.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import type { Route } from '../router/location.ts'
import { Shell } from './shell.tsx'

async function renderShell({ canAdmin = false, user = buildUser() } = {}) {
  const onGo = vi.fn<(route: string) => void>()
  const onSignOut = vi.fn<() => void>()
  const screen = await renderWithProviders(
    <Shell user={user} canAdmin={canAdmin} route="dashboard" onNavigate={onGo} onSignOut={onSignOut}>
      <button type="button">Behind</button>
    </Shell>,
  )
  const menu = screen.getByRole('button', { name: 'Open menu' })
  const drawer = screen.getByRole('dialog', { name: 'Menu' })
  return { screen, onGo, onSignOut, menu, drawer }
}

describe('header', () => {
  it('shows the whole name, else the username', async () => {
    const { screen } = await renderShell()
    await expect.element(screen.getByText('Dario Finch')).toBeVisible()
    await screen.unmount()
    const unnamed = await renderShell({ user: buildUser({ first_name: '', last_name: '' }) })
    await expect.element(unnamed.screen.getByText('dario')).toBeVisible()
  })

  it('leads to the dashboard by the brand, and out', async () => {
    const { screen, onGo, onSignOut } = await renderShell()
    await screen.getByRole('button', { name: 'Fieldhouse' }).click()
    expect(onGo).toHaveBeenCalledExactlyOnceWith('dashboard')
    await screen.getByRole('button', { name: 'Logout' }).click()
    expect(onSignOut).toHaveBeenCalledOnce()
  })
})

it('keeps the header in sight', async () => {
  const screen = await renderWithProviders(
    <Shell
      user={buildUser()}
      canAdmin={false}
      route="dashboard"
      onNavigate={() => undefined}
      onSignOut={() => undefined}
    >
      <div style={{ height: 4000 }}>Much to read</div>
    </Shell>,
  )
  scrollTo(0, 2000)
  await expect.element(screen.getByRole('banner')).toBeInViewport()
})

it('leads to the account by the name of the person', async () => {
  const { screen, onGo } = await renderShell()
  await screen.getByRole('button', { name: 'Dario Finch, your account' }).click()
  expect(onGo).toHaveBeenCalledExactlyOnceWith('account')
})

it('skips to the content and leaves the address alone', async () => {
  const { screen } = await renderShell()
  const before = location.href
  await userEvent.keyboard('{Tab}')
  const skip = screen.getByRole('link', { name: 'Skip to content' })
  await expect.element(skip).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('main')).toHaveFocus()
  expect(location.href).toBe(before)
})

describe('drawer', () => {
  it('holds the ways, with Admin Tools for admins only', async () => {
    const { drawer, menu, screen } = await renderShell({ canAdmin: true })
    await menu.click()
    await expect
      .element(drawer.getByRole('button', { name: 'Dashboard' }))
      .toHaveAttribute('aria-current', 'page')
    await expect.element(drawer.getByRole('link', { name: /Draft App/ })).toHaveAttribute('target', '_blank')
    await expect.element(drawer.getByRole('button', { name: 'Playoff Game Coming soon' })).toBeDisabled()
    await expect.element(drawer.getByRole('button', { name: 'Admin Tools' })).toBeVisible()
    await expect.element(drawer.getByText('v1')).toBeVisible()
    expect((drawer.element() as HTMLElement).offsetWidth).toBe(288)
    await screen.unmount()
    const plain = await renderShell()
    await plain.menu.click()
    await expect.element(plain.drawer.getByRole('button', { name: 'Select League' })).toBeVisible()
    await expect.element(plain.drawer.getByRole('button', { name: 'Admin Tools' })).not.toBeInTheDocument()
  })

  it('closes on Escape and gives the focus back', async () => {
    const { drawer, menu } = await renderShell()
    await menu.click()
    await expect.element(drawer).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(drawer).not.toBeInTheDocument()
    await expect.element(menu).toHaveFocus()
  })

  it('keeps the focus inside', async () => {
    const { drawer, menu } = await renderShell()
    await menu.click()
    for (let press = 0; press < 12; press += 1) {
      await userEvent.keyboard('{Tab}')
      const focused = document.activeElement
      const isInside = focused === document.body || drawer.element().contains(focused)
      expect(isInside).toBe(true)
    }
  })

  it('closes on a click beside it', async () => {
    const { drawer, menu } = await renderShell()
    await menu.click()
    await expect.element(drawer).toBeVisible()
    await userEvent.click(document.documentElement, { position: { x: 1000, y: 400 }, force: true })
    await expect.element(drawer).not.toBeInTheDocument()
  })

  it('closes when the route changes by other means, and stays closed on the way back', async () => {
    const at = (route: Route) => (
      <Shell
        user={buildUser()}
        canAdmin={false}
        route={route}
        onNavigate={() => undefined}
        onSignOut={() => undefined}
      >
        Here
      </Shell>
    )
    const screen = await renderWithProviders(at('dashboard'))
    const drawer = screen.getByRole('dialog', { name: 'Menu' })
    await screen.getByRole('button', { name: 'Open menu' }).click()
    await expect.element(drawer).toBeVisible()
    await screen.rerender(at('select-league'))
    await expect.element(drawer).not.toBeInTheDocument()
    await screen.rerender(at('dashboard'))
    await expect.element(drawer).not.toBeInTheDocument()
  })

  it('makes the page behind inert', async () => {
    const { drawer, menu, screen } = await renderShell()
    await menu.click()
    await expect.element(drawer).toBeVisible()
    const behind = screen.getByText('Behind').element() as HTMLElement
    behind.focus()
    expect(document.activeElement).not.toBe(behind)
  })

  it('closes when a way is taken', async () => {
    const { drawer, menu, onGo } = await renderShell()
    await menu.click()
    await drawer.getByRole('button', { name: 'Select League' }).click()
    expect(onGo).toHaveBeenCalledExactlyOnceWith('select-league')
    await expect.element(drawer).not.toBeInTheDocument()
  })
})

describe('theme toggle', () => {
  afterEach(() => {
    localStorage.clear()
    delete document.documentElement.dataset['theme']
  })

  it('says what it will do, and keeps the choice', async () => {
    const { screen } = await renderShell()
    await screen.getByRole('button', { name: 'Switch to dark theme' }).click()
    expect(document.documentElement.dataset['theme']).toBe('solarized-dark')
    expect(localStorage.getItem('theme')).toBe('solarized-dark')
    await screen.getByRole('button', { name: 'Switch to light theme' }).click()
    expect(document.documentElement.dataset['theme']).toBe('solarized-light')
  })

  it('begins light', async () => {
    const { screen } = await renderShell()
    await expect.element(screen.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible()
  })
})
