import { useState } from 'react'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { TextField } from './field.tsx'

function PasswordForm() {
  const [password, setPassword] = useState('')
  return (
    <form aria-label="Sign in" onSubmit={(event) => event.preventDefault()}>
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        value={password}
        onChange={setPassword}
      />
      <button type="submit">Continue</button>
    </form>
  )
}

async function renderForm() {
  const screen = await render(<PasswordForm />)
  const field = screen.getByLabelText('Password')
  const input = field.element() as HTMLInputElement
  return { screen, field, input, toggle: screen.getByRole('button', { name: 'Show password' }) }
}

it('shows and hides the password, and keeps the focus and the caret', async () => {
  const { field, input, toggle } = await renderForm()
  await field.fill('touchdown')
  input.setSelectionRange(3, 6)
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'false')
  for (const [type, title] of [
    ['text', 'Hide password'],
    ['password', 'Show password'],
  ] as const) {
    await toggle.click()
    expect([input.type, input.value]).toEqual([type, 'touchdown'])
    await expect.element(toggle).toHaveAttribute('aria-pressed', String(type === 'text'))
    await expect.element(toggle).toHaveAttribute('title', title)
    expect(document.activeElement).toBe(input)
    await expect.poll(() => [input.selectionStart, input.selectionEnd]).toEqual([3, 6])
  }
})

it('is shown with the keyboard, and stays a field of password managers', async () => {
  const { field, input, toggle } = await renderForm()
  await field.fill('touchdown')
  await userEvent.tab()
  expect(document.activeElement).toBe(toggle.element())
  await userEvent.keyboard(' ')
  expect(input.type).toBe('text')
  expect(document.activeElement).toBe(toggle.element())
  expect([input.name, input.autocomplete, input.spellcheck]).toEqual(['password', 'current-password', false])
})

it('hides the password when the form is submitted', async () => {
  const { screen, field, input, toggle } = await renderForm()
  await field.fill('touchdown')
  await toggle.click()
  expect(input.type).toBe('text')
  await screen.getByRole('button', { name: 'Continue' }).click()
  await expect.element(toggle).toHaveAttribute('aria-pressed', 'false')
  expect([input.type, input.value]).toEqual(['password', 'touchdown'])
})
