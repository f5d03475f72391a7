import { afterEach, describe, expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { aUser } from '../../testing/people.ts'
import { show } from '../../testing/show.tsx'
import { Shell } from './shell.tsx'

async function shell({ canAdmin = false, user = aUser() } = {}) {
  const onGo = vi.fn<(route: string) => void>()
  const onSignOut = vi.fn<() => void>()
  const screen = await show(
    <Shell user={user} canAdmin={canAdmin} route="dashboard" onGo={onGo} onSignOut={onSignOut}>
      <button type="button">Behind</button>
    </Shell>,
  )
  const menu = screen.getByRole('button', { name: 'Open menu' })
  const drawer = screen.getByRole('dialog', { name: 'Menu' })
  return { screen, onGo, onSignOut, menu, drawer }
}

describe('header', () => {
  it('shows the whole name, else the username', async () => {
    const { screen } = await shell()
    await expect.element(screen.getByText('Dario Finch')).toBeVisible()
    await screen.unmount()
    const unnamed = await shell({ user: aUser({ first_name: '', last_name: '' }) })
    await expect.element(unnamed.screen.getByText('dario')).toBeVisible()
  })

  it('leads to the dashboard by the brand, and out', async () => {
    const { screen, onGo, onSignOut } = await shell()
    await screen.getByRole('button', { name: 'Fieldhouse' }).click()
    expect(onGo).toHaveBeenCalledExactlyOnceWith('dashboard')
    await screen.getByRole('button', { name: 'Logout' }).click()
    expect(onSignOut).toHaveBeenCalledOnce()
  })
})

describe('drawer', () => {
  it('holds the ways, with Admin Tools for admins only', async () => {
    const { drawer, menu, screen } = await shell({ canAdmin: true })
    await menu.click()
    await expect
      .element(drawer.getByRole('button', { name: 'Dashboard' }))
      .toHaveAttribute('aria-current', 'page')
    await expect.element(drawer.getByRole('link', { name: /Draft App/ })).toHaveAttribute('target', '_blank')
    await expect.element(drawer.getByRole('button', { name: 'Playoff Game Coming soon' })).toBeDisabled()
    await expect.element(drawer.getByRole('button', { name: 'Admin Tools' })).toBeVisible()
    await expect.element(drawer.getByText('v1')).toBeVisible()
    await screen.unmount()
    const plain = await shell()
    await plain.menu.click()
    await expect.element(plain.drawer.getByRole('button', { name: 'Select League' })).toBeVisible()
    await expect.element(plain.drawer.getByRole('button', { name: 'Admin Tools' })).not.toBeInTheDocument()
  })

  it('closes on Escape and gives the focus back', async () => {
    const { drawer, menu } = await shell()
    await menu.click()
    await expect.element(drawer).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(drawer).not.toBeInTheDocument()
    await expect.element(menu).toHaveFocus()
  })

  it('keeps the focus inside', async () => {
    const { drawer, menu } = await shell()
    await menu.click()
    for (let press = 0; press < 12; press += 1) {
      await userEvent.keyboard('{Tab}')
      const focused = document.activeElement
      const isInside = focused === document.body || drawer.element().contains(focused)
      expect(isInside).toBe(true)
    }
  })

  it('closes on a click beside it', async () => {
    const { drawer, menu } = await shell()
    await menu.click()
    await expect.element(drawer).toBeVisible()
    await userEvent.click(document.documentElement, { position: { x: 1000, y: 400 }, force: true })
    await expect.element(drawer).not.toBeInTheDocument()
  })

  it('closes when a way is taken', async () => {
    const { drawer, menu, onGo } = await shell()
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
    const { screen } = await shell()
    await screen.getByRole('button', { name: 'Switch to dark theme' }).click()
    expect(document.documentElement.dataset['theme']).toBe('solarized-dark')
    expect(localStorage.getItem('theme')).toBe('solarized-dark')
    await screen.getByRole('button', { name: 'Switch to light theme' }).click()
    expect(document.documentElement.dataset['theme']).toBe('solarized-light')
  })

  it('follows another browser tab', async () => {
    const { screen } = await shell()
    localStorage.setItem('theme', 'solarized-dark')
    dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'solarized-dark' }))
    await expect.element(screen.getByRole('button', { name: 'Switch to light theme' })).toBeVisible()
    expect(document.documentElement.dataset['theme']).toBe('solarized-dark')
  })
})
