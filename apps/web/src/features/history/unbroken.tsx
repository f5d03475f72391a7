/** A text in which records and scores, such as 9-12, stay on one line. */
export function Unbroken({ children }: { children: string }) {
  return children.split(/(\S*\d[-–]\S*)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity
      <span key={index} style={{ whiteSpace: 'nowrap' }}>
        {part}
      </span>
    ),
  )
}
