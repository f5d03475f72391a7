import { expect, it, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderWithProviders } from '../../testing/render.tsx'
import { Tabs } from './tabs.tsx'

const TABS = [
  { id: 'a', label: 'Overview' },
  { id: 'b', label: 'Standings' },
  { id: 'c', label: 'History' },
]

it('moves focus with arrow keys, selects with Enter and has one tab stop', async () => {
  const onSelect = vi.fn<(tab: string) => void>()
  const screen = await renderWithProviders(
    <Tabs label="League" tabs={TABS} active="a" onSelect={onSelect} panelId="panel" />,
  )
  const tab = (name: string) => screen.getByRole('tab', { name })
  await expect.element(tab('Overview')).toHaveAttribute('aria-selected', 'true')
  await expect.element(tab('Standings')).toHaveAttribute('tabindex', '-1')

  await userEvent.keyboard('{Tab}')
  await expect.element(tab('Overview')).toHaveFocus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(tab('History')).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  await expect.element(tab('Standings')).toHaveFocus()
  expect(onSelect).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('b')
})

it('calls onIntent when a tab is hovered or focused', async () => {
  const onIntent = vi.fn<(tab: string) => void>()
  const screen = await renderWithProviders(
    <Tabs
      label="League"
      tabs={TABS}
      active="a"
      onSelect={() => undefined}
      onIntent={onIntent}
      panelId="panel"
    />,
  )
  await screen.getByRole('tab', { name: 'Standings' }).hover()
  expect(onIntent).toHaveBeenLastCalledWith('b')
  await userEvent.keyboard('{Tab}{ArrowLeft}')
  expect(onIntent).toHaveBeenLastCalledWith('c')
})
