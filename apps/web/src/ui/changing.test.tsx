import { useState } from 'react'
import { expect, it } from 'vitest'
import { show } from '../testing/show.tsx'
import { Changing } from './changing.tsx'

function Score() {
  const [score, setScore] = useState(7)
  return (
    <>
      <p>
        <Changing value={score}>{score}</Changing>
      </p>
      <button type="button" onClick={() => setScore(score + 6)}>
        Touchdown
      </button>
    </>
  )
}

it('tints what changed, and nothing when it first appears', async () => {
  const screen = await show(<Score />)
  await expect.element(screen.getByText('7')).not.toHaveAttribute('data-changed')
  await screen.getByRole('button').click()
  await expect.element(screen.getByText('13')).toHaveAttribute('data-changed')
  expect(screen.getByText('13').element().getAnimations()).toHaveLength(1)
})
