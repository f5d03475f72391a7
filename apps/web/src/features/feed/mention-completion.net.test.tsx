import { useEffect, useRef, useState } from 'react'
import { expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { fakeServer } from '../../testing/fake-server.ts'
import { renderWithClient } from '../../testing/render.tsx'
import { MentionCompletion } from './written-text.tsx'

it('loses no letter while the form is drawn again for other reasons', async () => {
  fakeServer({
    'GET /api/league/:league/mentionables/': {
      members: [{ id: 1, name: 'Ada Quill', team_id: null }],
      teams: [],
    },
  })
  const { screen } = await renderWithClient(<BusyForm />)
  const field = screen.getByLabelText('Text')
  await field.click()
  await userEvent.keyboard('@a')
  await expect.element(screen.getByRole('option')).toBeVisible()
  const text = ' few more words of a text that is being written'
  await userEvent.keyboard(text)
  await expect.element(field).toHaveValue(`@a${text}`)
})

/** Changes its state all the time, so that an update is waiting whenever a key is pressed. */
function BusyForm() {
  const field = useRef<HTMLTextAreaElement>(null)
  const [value, setValue] = useState({ text: '', mentions: [] as readonly never[] })
  const [count, setCount] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => {
      if (field.current?.value.includes(' ') !== true) return
      setCount((before) => before + 1)
      const end = performance.now() + 15
      while (performance.now() < end);
    }, 20)
    return () => clearInterval(timer)
  }, [])
  return (
    <form>
      <textarea
        data-count={count}
        aria-label="Text"
        ref={field}
        value={value.text}
        onChange={(event) => setValue({ text: event.target.value, mentions: [] })}
      />
      <MentionCompletion
        league="Sunday"
        user="Dario Finch"
        value={value}
        onChange={() => undefined}
        field={field}
      />
    </form>
  )
}
