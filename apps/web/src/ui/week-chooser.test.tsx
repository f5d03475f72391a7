import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderWithProviders } from '../testing/render.tsx'
import { WeekChooser } from './week-chooser.tsx'

function Example() {
  const [week, setWeek] = useState<number | null>(null)
  return (
    <>
      <WeekChooser weeks={[1, 2, 3]} week={week ?? 2} current={2} onChoose={setWeek} />
      <output>{week ?? 'the current one'}</output>
    </>
  )
}

it('goes to the week before and after, and stops at the ends', async () => {
  const screen = await renderWithProviders(<Example />)
  const field = screen.getByLabelText('Week', { exact: true })
  const later = screen.getByRole('button', { name: 'Later week' })
  await expect.element(field).toHaveValue('2')
  await later.click()
  await expect.element(field).toHaveValue('3')
  await expect.element(later).toHaveAttribute('aria-disabled', 'true')
  ;(later.element() as HTMLElement).click()
  await expect.element(field).toHaveValue('3')
  await screen.getByRole('button', { name: 'Earlier week' }).click()
  await expect.element(field).toHaveValue('2')
  await expect.element(screen.getByText('the current one')).toBeVisible()
})

it('goes to any week and marks the current one', async () => {
  const screen = await renderWithProviders(<Example />)
  const field = screen.getByLabelText('Week', { exact: true })
  await expect.element(screen.getByRole('option', { name: 'Week 2 (current)' })).toBeInTheDocument()
  await field.selectOptions('1')
  await expect.element(field).toHaveValue('1')
  await expect
    .element(screen.getByRole('button', { name: 'Earlier week' }))
    .toHaveAttribute('aria-disabled', 'true')
})
