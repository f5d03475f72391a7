import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderWithProviders } from '../../testing/render.tsx'
import { WeekChooser } from './tab-header.tsx'

function Example() {
  const [week, setWeek] = useState<number | null>(null)
  return (
    <>
      <WeekChooser weeks={[1, 2, 3]} week={week ?? 2} current={2} onChoose={setWeek} />
      <output>{week ?? 'the current week'}</output>
    </>
  )
}

it('moves to the previous and next week and stops at both ends', async () => {
  const screen = await renderWithProviders(<Example />)
  const field = screen.getByLabelText('Week', { exact: true })
  const nextButton = screen.getByRole('button', { name: 'Next week' })
  await expect.element(field).toHaveValue('2')
  await nextButton.click()
  await expect.element(field).toHaveValue('3')
  await expect.element(nextButton).toHaveAttribute('aria-disabled', 'true')
  ;(nextButton.element() as HTMLElement).click()
  await expect.element(field).toHaveValue('3')
  await screen.getByRole('button', { name: 'Previous week' }).click()
  await expect.element(field).toHaveValue('2')
  await expect.element(screen.getByText('the current week')).toBeVisible()
})

it('selects any week and marks the current one', async () => {
  const screen = await renderWithProviders(<Example />)
  const field = screen.getByLabelText('Week', { exact: true })
  await expect.element(screen.getByRole('option', { name: 'Week 2 (current)' })).toBeInTheDocument()
  await field.selectOptions('1')
  await expect.element(field).toHaveValue('1')
  await expect
    .element(screen.getByRole('button', { name: 'Previous week' }))
    .toHaveAttribute('aria-disabled', 'true')
})
