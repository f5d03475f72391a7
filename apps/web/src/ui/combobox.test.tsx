import { useState } from 'react'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderWithProviders } from '../testing/render.tsx'
import { Combobox } from './combobox.tsx'
import { toOption } from './option-search.ts'

const USERS = [toOption('ada', 'Ada Quill'), toOption('marlo', 'Marlo Finch'), toOption('rowan', '')]

function Example({
  options,
  first: initialValue,
}: {
  options: readonly ReturnType<typeof toOption>[]
  first: string
}) {
  const [value, setValue] = useState(initialValue)
  return (
    <>
      <Combobox label="User" options={options} value={value} onChange={setValue} />
      <output>chosen: {value}</output>
      <button type="button">Elsewhere</button>
    </>
  )
}

async function renderCombobox({ options = USERS, first: initialValue = '' } = {}) {
  const screen = await renderWithProviders(<Example options={options} first={initialValue} />)
  return { screen, field: screen.getByRole('combobox', { name: 'User' }) }
}

it('finds by a part of the name, and chooses by pointer', async () => {
  const { screen, field } = await renderCombobox()
  await field.fill('finch')
  expect(screen.getByRole('option').elements()).toHaveLength(1)
  await screen.getByRole('option', { name: 'marlo' }).click()
  await expect.element(field).toHaveValue('marlo')
  await expect.element(screen.getByText('chosen: marlo')).toBeVisible()
  await expect.element(screen.getByRole('listbox')).not.toBeInTheDocument()
})

it('is used by the keyboard alone', async () => {
  const { screen, field } = await renderCombobox()
  await field.click()
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(screen.getByRole('option', { name: 'marlo' })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowUp}{ArrowUp}')
  await expect.element(screen.getByRole('option', { name: 'rowan' })).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('chosen: rowan')).toBeVisible()
})

it('keeps the choice on Escape, and on leaving with a text that is nobody', async () => {
  const { screen, field } = await renderCombobox({ first: 'ada' })
  await field.fill('mar')
  await userEvent.keyboard('{Escape}')
  await expect.element(field).toHaveValue('ada')
  await field.fill('nobody')
  await expect.element(screen.getByText('Nobody found.')).toBeVisible()
  await userEvent.tab()
  await expect.element(field).toHaveValue('ada')
})

it('takes a whole name that is typed, whatever its case', async () => {
  const { screen, field } = await renderCombobox()
  await field.fill('ROWAN')
  await userEvent.tab()
  await expect.element(screen.getByText('chosen: rowan')).toBeVisible()
})

it('chooses nothing when it is emptied', async () => {
  const { screen, field } = await renderCombobox({ first: 'ada' })
  await field.fill('')
  await userEvent.tab()
  await expect.element(field).toHaveValue('')
  await expect.element(screen.getByText('chosen: ada')).not.toBeInTheDocument()
})

it('shows 50 of 10,000 people and finds the last of them', async () => {
  const many = Array.from({ length: 10_000 }, (_, at) => toOption(`player-${at}`, ''))
  const { screen, field } = await renderCombobox({ options: many })
  await field.click()
  await expect.element(screen.getByText('50 of 10,000 shown. Type more of the name.')).toBeVisible()
  expect(screen.getByRole('option').elements()).toHaveLength(50)
  await field.fill('player-9999')
  await userEvent.keyboard('{Enter}')
  await expect.element(field).toHaveValue('player-9999')
})
