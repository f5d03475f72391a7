import { useEffect, useState } from 'react'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { TextField } from './field.tsx'
import { Form } from './use-form.tsx'

type Problems = { name?: string; city?: string }

/** A form whose problems are set by the test. `check` returns those that the page finds itself. */
async function renderForm(check: () => Problems = () => ({})) {
  const responses = new EventTarget()
  function TeamForm() {
    const [values, setValues] = useState({ name: '', city: '' })
    const [problems, setProblems] = useState<Problems>({})
    useEffect(() => {
      const show = (event: Event) => setProblems((event as CustomEvent<Problems>).detail)
      responses.addEventListener('response', show)
      return () => responses.removeEventListener('response', show)
    }, [])
    return (
      <Form
        aria-label="Team"
        onSubmit={(event) => {
          event.preventDefault()
          setProblems(check())
        }}
      >
        <TextField
          label="Name"
          value={values.name}
          onChange={(name) => setValues({ ...values, name })}
          problem={problems.name}
        />
        <TextField
          label="City"
          value={values.city}
          onChange={(city) => setValues({ ...values, city })}
          problem={problems.city}
        />
        <button type="submit">Save</button>
      </Form>
    )
  }
  const screen = await render(<TeamForm />)
  return {
    respond: (problems: Problems) =>
      responses.dispatchEvent(new CustomEvent('response', { detail: problems })),
    name: screen.getByLabelText('Name'),
    city: screen.getByLabelText('City'),
    save: screen.getByRole('button', { name: 'Save' }),
  }
}

it('moves the focus to the first field with a problem at each failed submit', async () => {
  const { city, name, save } = await renderForm(() => ({ name: 'Enter a name.', city: 'Enter a city.' }))
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await save.click()
    await expect.element(name).toHaveFocus()
    await city.click()
  }
})

it('moves the focus to the field that the server rejects', async () => {
  const { respond, city, save } = await renderForm()
  await save.click()
  await expect.element(save).toHaveFocus()
  respond({ city: 'Unknown city.' })
  await expect.element(city).toHaveFocus()
  await expect.element(city).toHaveAccessibleDescription('Unknown city.')
})

it('leaves the focus where somebody continues to write', async () => {
  const { respond, name, city, save } = await renderForm()
  await save.click()
  await name.fill('Rovers')
  respond({ city: 'Unknown city.' })
  await expect.element(city).toHaveAttribute('aria-invalid', 'true')
  await expect.element(name).toHaveFocus()
})
