import { useState } from 'react'
import { expect, it } from 'vitest'
import { allowMotion } from '../../testing/allow-motion.ts'
import { renderWithProviders } from '../../testing/render.tsx'
import { HighlightOnChange } from './team.tsx'

function Score() {
  const [score, setScore] = useState(7)
  return (
    <>
      <p>
        <HighlightOnChange value={score}>{score}</HighlightOnChange>
      </p>
      <button type="button" onClick={() => setScore(score + 6)}>
        Touchdown
      </button>
    </>
  )
}

it('highlights a changed value but not the initial one', async () => {
  await allowMotion()
  const screen = await renderWithProviders(<Score />)
  await expect.element(screen.getByText('7')).not.toHaveAttribute('data-changed')
  await screen.getByRole('button').click()
  await expect.element(screen.getByText('13')).toHaveAttribute('data-changed')
  expect(screen.getByText('13').element().getAnimations()).toHaveLength(1)
})
