import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Route } from '../../router/router.ts'
import { buildUser } from '../../testing/account-fixtures.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { preload } from '../../ui/lazy-named.ts'
import { Shell } from './shell.tsx'

async function renderShell({ canAdmin = false, user = buildUser(), requests = 0, reports = 0 } = {}) {
  fakeServer({
    'GET /api/inbox/unread/': { count: 0, tabs: [], requests, reports },
    'GET /api/user-leagues/:username/': { leagues: [] },
  })
  const onNavigate = vi.fn<(route: string) => void>()
  const onSignOut = vi.fn<() => void>()
  const screen = await renderWithProviders(
    <Shell user={user} canAdmin={canAdmin} route="dashboard" onNavigate={onNavigate} onSignOut={onSignOut}>
      <button type="button">Behind</button>
    </Shell>,
  )
  const menu = screen.getByRole('button', { name: 'Open menu' })
  const drawer = screen.getByRole('dialog', { name: 'Menu' })
  return { screen, onNavigate, onSignOut, menu, drawer }
}

// The first test of the file, as the code of the menu is loaded only once.
it('does not open a menu that Escape has closed while its code was loading', async () => {
  const { menu, drawer } = await renderShell()
  ;(menu.element() as HTMLElement).click()
  // At once: on a fast computer, a key that the browser presses would come too late.
  dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  await preload(() => import('./header-panels.tsx'))
  await expect.element(menu).toHaveAttribute('aria-expanded', 'false')
  expect(drawer.query()).toBeNull()
  await menu.click()
  await expect.element(drawer).toBeVisible()
})

describe('Shell header', () => {
  it('shows the full name, else the username', async () => {
    const { screen } = await renderShell()
    await expect.element(screen.getByText('Dario Finch')).toBeVisible()
    await screen.unmount()
    const unnamed = await renderShell({ user: buildUser({ first_name: '', last_name: '' }) })
    await expect.element(unnamed.screen.getByText('dario')).toBeVisible()
  })

  it('opens the dashboard from the brand and signs out from Logout', async () => {
    const { screen, onNavigate, onSignOut } = await renderShell()
    await screen.getByRole('button', { name: 'Fieldhouse' }).click()
    expect(onNavigate).toHaveBeenCalledExactlyOnceWith('dashboard')
    await screen.getByRole('button', { name: 'Logout' }).click()
    expect(onSignOut).toHaveBeenCalledOnce()
  })
})

it('offers every theme in the menu, and stores the choice', async () => {
  onTestFinished(() => {
    localStorage.removeItem('theme')
    document.documentElement.dataset['theme'] = 'neutral-pro'
  })
  const { menu, drawer } = await renderShell()
  await menu.click()
  const field = drawer.getByLabelText('Theme')
  await field.selectOptions('Neutral')
  expect([document.documentElement.dataset['theme'], localStorage.getItem('theme')]).toEqual([
    'neutral-pro',
    'neutral-pro',
  ])
  await field.selectOptions('Match device')
  expect(document.documentElement.dataset['theme']).toBe('solarized-light')
  expect(localStorage.getItem('theme')).toBe('match-device')
})

it('keeps the header in the viewport while scrolling', async () => {
  const screen = await renderWithProviders(
    <Shell
      user={buildUser()}
      canAdmin={false}
      route="dashboard"
      onNavigate={() => undefined}
      onSignOut={() => undefined}
    >
      <div style={{ height: 4000 }}>Long content</div>
    </Shell>,
  )
  scrollTo(0, 2000)
  await expect.element(screen.getByRole('banner')).toBeInViewport()
})

it("opens the account page from the user's name", async () => {
  const { screen, onNavigate } = await renderShell()
  await screen.getByRole('button', { name: 'Dario Finch, your account' }).click()
  expect(onNavigate).toHaveBeenCalledExactlyOnceWith('account')
})

it('moves the focus to the content without changing the URL', async () => {
  const { screen } = await renderShell()
  const urlBefore = location.href
  await userEvent.keyboard('{Tab}')
  const skip = screen.getByRole('link', { name: 'Skip to content' })
  await expect.element(skip).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('main')).toHaveFocus()
  expect(location.href).toBe(urlBefore)
})

describe('menu drawer', () => {
  it('lists the menu items, with Admin Tools for admins only', async () => {
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
    const withoutAdmin = await renderShell()
    await withoutAdmin.menu.click()
    await expect.element(withoutAdmin.drawer.getByRole('button', { name: 'Select League' })).toBeVisible()
    await expect
      .element(withoutAdmin.drawer.getByRole('button', { name: 'Admin Tools' }))
      .not.toBeInTheDocument()
  })

  it('counts the pending requests at the menu button and at Admin Tools', async () => {
    const { drawer, screen } = await renderShell({ canAdmin: true, requests: 2, reports: 0 })
    const menu = screen.getByRole('button', { name: 'Open menu, 2 pending requests' })
    await expect.element(menu).toMatchTextContent('2')
    await menu.click()
    await expect
      .element(drawer.getByRole('button', { name: 'Admin Tools 2 pending requests' }))
      .toMatchTextContent(/2$/)
  })

  it('names the reports that wait in Admin Tools', async () => {
    const { drawer, screen } = await renderShell({ canAdmin: true, requests: 1, reports: 2 })
    await screen.getByRole('button', { name: 'Open menu, 1 pending request, 2 reports' }).click()
    await expect
      .element(drawer.getByRole('button', { name: 'Admin Tools 1 pending request, 2 reports' }))
      .toMatchTextContent(/3$/)
  })

  it('closes the menu on Escape and returns the focus to the menu button', async () => {
    const { drawer, menu } = await renderShell()
    await menu.click()
    await expect.element(drawer).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(drawer).not.toBeInTheDocument()
    await expect.element(menu).toHaveFocus()
  })

  it('opens again when the button is pressed before the browser has reported the end of the menu', async () => {
    const { drawer, menu } = await renderShell()
    await menu.click()
    await expect.element(drawer).toBeVisible()
    const element = drawer.element() as HTMLDialogElement
    const closed = new Promise((resolve) => element.addEventListener('close', resolve, { once: true }))
    element.requestClose()
    // React renders before the browser's next task, which reports the end.
    await Promise.resolve()
    ;(menu.element() as HTMLElement).click()
    await closed
    await expect.element(drawer.getByRole('button', { name: 'Dashboard' })).toBeVisible()
  })

  it('traps the focus in the open menu', async () => {
    const { drawer, menu } = await renderShell()
    await menu.click()
    for (let press = 0; press < 12; press += 1) {
      await userEvent.keyboard('{Tab}')
      const focused = document.activeElement
      const isInside = focused === document.body || drawer.element().contains(focused)
      expect(isInside).toBe(true)
    }
  })

  it('closes the menu on a backdrop click', async () => {
    const { drawer, menu } = await renderShell()
    await menu.click()
    await expect.element(drawer).toBeVisible()
    await userEvent.click(document.documentElement, { position: { x: 1000, y: 400 }, force: true })
    await expect.element(drawer).not.toBeInTheDocument()
  })

  it('closes the menu when the route changes and stays closed when it changes back', async () => {
    const shellAt = (route: Route) => (
      <Shell
        user={buildUser()}
        canAdmin={false}
        route={route}
        onNavigate={() => undefined}
        onSignOut={() => undefined}
      >
        Content
      </Shell>
    )
    const screen = await renderWithProviders(shellAt('dashboard'))
    const drawer = screen.getByRole('dialog', { name: 'Menu' })
    await screen.getByRole('button', { name: 'Open menu' }).click()
    await expect.element(drawer).toBeVisible()
    await screen.rerender(shellAt('select-league'))
    await expect.element(drawer).not.toBeInTheDocument()
    await screen.rerender(shellAt('dashboard'))
    await expect.element(drawer).not.toBeInTheDocument()
  })

  it('makes the page behind the open menu inert', async () => {
    const { drawer, menu, screen } = await renderShell()
    await menu.click()
    await expect.element(drawer).toBeVisible()
    const behind = screen.getByText('Behind').element() as HTMLElement
    behind.focus()
    expect(document.activeElement).not.toBe(behind)
  })

  it('closes the menu when an item is selected', async () => {
    const { drawer, menu, onNavigate } = await renderShell()
    await menu.click()
    await drawer.getByRole('button', { name: 'Select League' }).click()
    expect(onNavigate).toHaveBeenCalledExactlyOnceWith('select-league')
    await expect.element(drawer).not.toBeInTheDocument()
  })
})

describe('theme toggle', () => {
  afterEach(() => {
    localStorage.clear()
    delete document.documentElement.dataset['theme']
  })

  it('labels the toggle with the theme it switches to, and stores the theme', async () => {
    const { screen } = await renderShell()
    await screen.getByRole('button', { name: 'Switch to dark theme' }).click()
    expect(document.documentElement.dataset['theme']).toBe('solarized-dark')
    expect(localStorage.getItem('theme')).toBe('solarized-dark')
    await screen.getByRole('button', { name: 'Switch to light theme' }).click()
    expect(document.documentElement.dataset['theme']).toBe('solarized-light')
  })

  it('starts with the light theme', async () => {
    const { screen } = await renderShell()
    await expect.element(screen.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible()
  })
})
