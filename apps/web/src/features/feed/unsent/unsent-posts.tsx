import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { LongText } from '../../../ui/display/rich-text.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { ConfirmButton } from '../../../ui/overlays/confirm-button.tsx'
import ui from '../../../ui/ui.module.css'
import { MAX_TEXT_LENGTH } from '../draft.ts'
import forms from '../forms.module.css'
import { useUnsentPosts } from '../posts/use-posts.ts'
import { sendPosts } from './send-posts.ts'
import type { UnsentPost } from './unsent-post.ts'
import { openUnsentPosts } from './unsent-post-list.ts'

type Props = { league: string; user: string }

/** The user's posts that wait for the network, or that the server has refused. Nothing without such posts. */
export function UnsentPosts({ league, user }: Props) {
  const posts = useUnsentPosts(league, user).filter(({ state }) => state !== 'sending')
  if (posts.length === 0) return null
  return (
    <section className={ui.stack12} aria-label="Unsent posts">
      {posts.map((post) => (
        <UnsentPostCard key={post.key} post={post} user={user} />
      ))}
    </section>
  )
}

function UnsentPostCard({ post, user }: { post: UnsentPost; user: string }) {
  const client = useQueryClient()
  const { key, text, state, problem } = post
  const list = () => openUnsentPosts(client, user)
  const card = useRef<HTMLElement>(null)
  // Not after a reload.
  const [hasAskedToEdit, setHasAskedToEdit] = useState(false)

  function edit() {
    setHasAskedToEdit(true)
    list().update(key, { state: 'editing' })
  }

  function send(event: SubmitEvent) {
    event.preventDefault()
    list().update(key, { text: text.trim(), state: 'waiting', problem: null })
    void sendPosts(client, user)
    card.current?.focus()
  }

  const discard = (
    <ConfirmButton
      question="Discard this post?"
      consequence="The text will be deleted from this device. This can't be undone."
      confirmLabel="Discard"
      onConfirm={() => list().remove(key)}
    >
      Discard
    </ConfirmButton>
  )
  return (
    <article ref={card} className={`${ui.card} ${ui.stack12}`} aria-label="Unsent post" tabIndex={-1}>
      {state === 'editing' ? (
        <form className={`${ui.stack12} ${forms.form}`} onSubmit={send} aria-label="Edit the unsent post">
          <EditField
            isFocused={hasAskedToEdit}
            text={text}
            onChange={(next) => list().update(key, { text: next, isEdited: true })}
          />
          <div className={`${ui.row} ${forms.actions}`}>
            {discard}
            <Button type="submit" variant="strong" disabled={text.trim() === ''}>
              Post
            </Button>
          </div>
        </form>
      ) : (
        <>
          <Notice tone={state === 'refused' ? 'bad' : 'warn'}>
            {state === 'refused' ? problem : 'Waiting for the network'}
          </Notice>
          <LongText>{text}</LongText>
          <div className={`${ui.row} ${forms.actions}`}>
            {discard}
            <Button onClick={edit}>Edit</Button>
          </div>
        </>
      )}
    </article>
  )
}

type EditFieldProps = { isFocused: boolean; text: string; onChange: (text: string) => void }

function EditField({ isFocused, text, onChange }: EditFieldProps) {
  const textarea = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (isFocused) textarea.current?.focus()
  }, [isFocused])
  return (
    <Field label="Unsent post" isLabelHidden>
      {(control) => (
        <textarea
          {...control}
          ref={textarea}
          maxLength={MAX_TEXT_LENGTH}
          value={text}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
