import { useState } from 'react'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderWithProviders } from '../../testing/render.tsx'
import { Combobox, toOption } from './combobox.tsx'

const USERS = [toOption('ada', 'Ada Quill'), toOption('marlo', 'Marlo Finch'), toOption('rowan', '')]

function Example({
  options,
  initialValue,
}: {
  options: readonly ReturnType<typeof toOption>[]
  initialValue: string
}) {
  const [value, setValue] = useState(initialValue)
  return (
    <>
      <Combobox label="User" options={options} value={value} onChange={setValue} />
      <output>selected: {value}</output>
      <button type="button">Elsewhere</button>
    </>
  )
}

async function renderCombobox({ options = USERS, initialValue = '' } = {}) {
  const screen = await renderWithProviders(<Example options={options} initialValue={initialValue} />)
  return { screen, field: screen.getByRole('combobox', { name: 'User' }) }
}

it('filters by part of the name and selects an option by click', async () => {
  const { screen, field } = await renderCombobox()
  await field.fill('finch')
  expect(screen.getByRole('option').elements()).toHaveLength(1)
  await screen.getByRole('option', { name: 'marlo' }).click()
  await expect.element(field).toHaveValue('marlo')
  await expect.element(screen.getByText('selected: marlo')).toBeVisible()
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
})

it('works with the keyboard alone', async () => {
  const { screen, field } = await renderCombobox()
  await field.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(screen.getByRole('option', { name: 'marlo' })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(screen.getByRole('option', { name: 'rowan' })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('selected: rowan')).toBeVisible()
})

it('restores the selection on Escape and on blur with unknown text', async () => {
  const { screen, field } = await renderCombobox({ initialValue: 'ada' })
  await field.fill('mar')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('ada')
  await field.fill('nobody')
  await expect.element(screen.getByText('No matches.')).toBeVisible()
  await userEvent.tab()
  await expect.element(field).toHaveValue('ada')
})

it('selects a fully typed name regardless of case', async () => {
  const { screen, field } = await renderCombobox()
  await field.fill('ROWAN')
  await userEvent.tab()
  await expect.element(screen.getByText('selected: rowan')).toBeVisible()
})

it('clears the selection when the text is cleared', async () => {
  const { screen, field } = await renderCombobox({ initialValue: 'ada' })
  await field.fill('')
  await userEvent.tab()
  await expect.element(field).toHaveValue('')
  await expect.element(screen.getByText('selected: ada')).not.toBeInTheDocument()
})

it('shows 50 of 10,000 users and finds the last one', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => toOption(`player-${index}`, ''))
  const { screen, field } = await renderCombobox({ options: many })
  await field.click()
  await expect
    .element(screen.getByText('Showing 50 of 10,000. Keep typing to narrow the list.'))
    .toBeVisible()
  expect(screen.getByRole('option').elements()).toHaveLength(50)
  await field.fill('player-9999')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('player-9999')
})
