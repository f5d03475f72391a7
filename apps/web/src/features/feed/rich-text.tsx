import { lazy, Suspense } from 'react'

const LinkedText = lazy(async () => {
  try {
    return { default: (await import('./linked-text.tsx')).LinkedText }
  } catch {
    // Fall back to plain text when the chunk with the link parser fails to load.
    return { default: PlainText }
  }
})

/** Text by a member with URLs and email addresses as links; plain text until the link parser is loaded. */
export function RichText({ children: text }: { children: string }) {
  if (!/:\/\/|www\.|@/i.test(text)) return text
  return (
    <Suspense fallback={text}>
      <LinkedText>{text}</LinkedText>
    </Suspense>
  )
}

function PlainText({ children: text }: { children: string }) {
  return <>{text}</>
}
