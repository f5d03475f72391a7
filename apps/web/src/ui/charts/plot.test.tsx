import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderWithProviders } from '../../testing/render.tsx'
import { Plot } from './plot.tsx'

async function renderPlot() {
  const screen = await renderWithProviders(
    <div style={{ width: 400 }}>
      <Plot
        title="Points by week"
        summary="Points of three weeks"
        height={200}
        columns={['Week', 'Points']}
        rows={[1, 2, 3].map((week) => [week, week * 10])}
        points={(width) =>
          [1, 2, 3].map((week) => ({
            x: (width * week) / 4,
            y: 100,
            title: `Week ${week}`,
            lines: [`${week * 10} points`],
          }))
        }
      >
        {() => null}
      </Plot>
    </div>,
  )
  return { screen, values: screen.getByRole('slider', { name: 'Points by week, values' }) }
}

it('shows the value next to the pointer until it leaves the chart', async () => {
  const { screen, values } = await renderPlot()
  await expect.element(values).toBeVisible()
  await values.hover({ position: { x: 10, y: 50 } })
  await expect.element(screen.getByText('10 points')).toBeVisible()
  await values.hover({ position: { x: 350, y: 150 } })
  await expect.element(screen.getByText('30 points')).toBeVisible()
  await userEvent.unhover(values)
  await expect.element(screen.getByText('30 points')).not.toBeInTheDocument()
})

it('moves from value to value with the arrow keys, and announces each', async () => {
  const { screen, values } = await renderPlot()
  await expect.element(values).toBeVisible()
  await userEvent.tab()
  await expect.element(values).toHaveFocus()
  await expect.element(screen.getByText('30 points')).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  await expect.element(values).toHaveAttribute('aria-valuetext', 'Week 2: 20 points')
  await userEvent.keyboard('{Home}{ArrowLeft}')
  await expect.element(values).toHaveAttribute('aria-valuetext', 'Week 1: 10 points')
  await userEvent.keyboard('{End}')
  await expect.element(values).toHaveAttribute('aria-valuetext', 'Week 3: 30 points')
})
