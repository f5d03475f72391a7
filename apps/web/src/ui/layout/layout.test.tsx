import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import ui from '../ui.module.css'
import { Row, Text } from './layout.tsx'

it('hides what is for other devices, however it is laid out', async () => {
  await page.viewport(390, 844)
  const screen = await render(
    <>
      <Row className={ui.laptopOnly}>Links of a laptop</Row>
      <Text lines={1} className={ui.phoneOnly}>
        A name of a phone
      </Text>
    </>,
  )
  const [laptop, phone] = [screen.getByText('Links of a laptop'), screen.getByText('A name of a phone')]
  await expect.element(phone).toBeVisible()
  await expect.element(laptop).not.toBeVisible()
  await page.viewport(1280, 800)
  await expect.element(laptop).toBeVisible()
  await expect.element(phone).not.toBeVisible()
})
