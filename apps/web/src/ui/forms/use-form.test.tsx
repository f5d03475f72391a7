import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { render } from 'vitest-browser-react'
import { ApiError, toApiError } from '../../api/api-client.ts'
import { editOf } from '../feedback/feedback.tsx'
import { Checkbox, TextField } from './field.tsx'
import { ActionForm, useForm } from './use-form.tsx'

type Request = { motto: string; isPublic: boolean; expected?: object }

type TestProps = {
  saved: { motto: string; isPublic: boolean }
  send: (request: Request) => Promise<unknown>
  isEdit: boolean
}

function MottoForm({ saved, send, isEdit }: TestProps) {
  const form = useForm({
    initial: saved,
    mutation: useMutation({ mutationFn: send }),
    isEdit,
    check: ({ motto }) => ({ motto: motto.length > 10 ? 'Too long.' : undefined }),
    toRequest: (draft, { read }) => (draft.motto === '' ? null : { ...draft, expected: read }),
  })
  return (
    <ActionForm form={form} label="Motto" action="Save" saved="Saved." edits={{ motto: editOf('the motto') }}>
      <TextField {...form.field('motto')} label="Motto" />
      <Checkbox {...form.checkbox('isPublic')} label="Public" />
    </ActionForm>
  )
}

/** Renders a form whose server responds with `outcomes`, one after the other. */
async function renderForm(options: { isEdit?: boolean; outcomes?: (Promise<unknown> | Error)[] } = {}) {
  const { isEdit = false, outcomes = [] } = options
  const requests: Request[] = []
  const send = async (request: Request) => {
    requests.push(request)
    const outcome = outcomes.shift()
    if (outcome instanceof Error) throw outcome
    return outcome
  }
  const client = new QueryClient()
  const element = (saved: TestProps['saved']) => (
    <QueryClientProvider client={client}>
      <MottoForm saved={saved} send={send} isEdit={isEdit} />
    </QueryClientProvider>
  )
  const screen = await render(element({ motto: '', isPublic: false }))
  return {
    screen,
    requests,
    showSaved: (saved: TestProps['saved']) => screen.rerender(element(saved)),
    motto: screen.getByLabelText('Motto').and(screen.getByRole('textbox')),
    save: screen.getByRole('button', { name: /^Sav/ }),
  }
}

const CONFLICT = new ApiError({
  status: 409,
  code: 'edit_conflict',
  message: 'Somebody else has changed this.',
  newer: { motto: { by: 'Nell', value: 'Ours', at: null } },
})

it('can be sent when nothing is missing, and is empty again afterwards', async () => {
  const { screen, motto, save, requests } = await renderForm()
  await expect.element(save).toBeDisabled()
  await motto.fill('Onward')
  await screen.getByLabelText('Public').click()
  await save.click()
  await expect.element(screen.getByRole('status')).toMatchTextContent('Saved.')
  expect(requests).toEqual([{ motto: 'Onward', isPublic: true, expected: { motto: '', isPublic: false } }])
  await expect.element(motto).toHaveValue('')
  await expect.element(save).toHaveFocus()
  await motto.fill('F')
  await expect.element(screen.getByText('Saved.')).not.toBeInTheDocument()
})

it('can be sent once at a time, with the button in focus', async () => {
  const { save, motto, requests } = await renderForm({ outcomes: [new Promise(() => undefined)] })
  await motto.fill('Onward')
  await save.click()
  await expect.element(save).toMatchTextContent('Saving…')
  await expect.element(save).toBeDisabled()
  await expect.element(save).toHaveFocus()
  save.element().closest('form')?.requestSubmit()
  expect(requests).toHaveLength(1)
})

it('shows problems at their field, those of the page from the first attempt to send on', async () => {
  const rejected = toApiError(400, { error: 'Check the form.', fields: { motto: 'Taken.' } })
  const { screen, save, motto } = await renderForm({ outcomes: [rejected] })
  await motto.fill('Much too long')
  await expect.element(motto).not.toHaveAttribute('aria-invalid')
  await save.click()
  await expect.element(motto).toHaveAccessibleDescription('Too long.')
  await expect.element(motto).toHaveFocus()
  await motto.fill('Onward')
  await save.click()
  await expect.element(motto).toHaveAccessibleDescription('Taken.')
  await expect.element(screen.getByText('Check the form.')).toBeVisible()
})

it('shows what failed without a field', async () => {
  const { screen, save, motto } = await renderForm({ outcomes: [toApiError(409, { error: 'Full.' })] })
  await motto.fill('Onward')
  await save.click()
  await expect.element(screen.getByRole('alert')).toMatchTextContent('Full.')
  await expect.element(motto).toHaveValue('Onward')
})

it('follows what is saved, but for the fields that were changed', async () => {
  const { screen, motto, save, showSaved, requests } = await renderForm({ isEdit: true })
  await showSaved({ motto: 'Onward', isPublic: false })
  await expect.element(save).toBeDisabled()
  await motto.fill('Forward')
  await showSaved({ motto: 'Theirs', isPublic: true })
  await expect.element(screen.getByLabelText('Public')).toBeChecked()
  await expect.element(motto).toHaveValue('Forward')
  await save.click()
  await expect
    .poll(() => requests)
    .toEqual([{ motto: 'Forward', isPublic: true, expected: { motto: 'Onward' } }])
})

it.each([
  ['Keep theirs', '', []],
  ['Save mine', '', [{ motto: 'Onward', isPublic: true, expected: { motto: 'Ours', isPublic: false } }]],
])('resolves a conflict by “%s”', async (choice, left, sent) => {
  const { screen, motto, save, requests } = await renderForm({ outcomes: [CONFLICT] })
  await screen.getByLabelText('Public').click()
  await motto.fill('Onward')
  await save.click()
  await expect.element(screen.getByText(/Nell changed the motto to “Ours”/)).toBeVisible()
  requests.length = 0
  await screen.getByRole('button', { name: choice }).click()
  await expect.element(screen.getByText(/Nell/)).not.toBeInTheDocument()
  expect(requests).toEqual(sent)
  await expect.element(motto).toHaveValue(left)
  if (choice === 'Keep theirs') await expect.element(screen.getByLabelText('Public')).toBeChecked()
})
