// Imported before anything else, so it uses only syntax and APIs that old Node versions support.

/** The minimum version of Node, as in `engines` of package.json. */
var MIN_MAJOR = 20
var MIN_MINOR = 19

/**
 * @param {string} version as in process.versions.node
 * @returns {boolean}
 */
export function isNodeNewEnough(version) {
  var parts = version.split('.')
  var major = Number(parts[0])
  return major > MIN_MAJOR || (major === MIN_MAJOR && Number(parts[1]) >= MIN_MINOR)
}

if (!isNodeNewEnough(process.versions.node)) {
  console.error(
    'Fieldhouse needs Node ' +
      MIN_MAJOR +
      '.' +
      MIN_MINOR +
      ' or newer. This is Node ' +
      process.versions.node +
      '. Install a current version from https://nodejs.org and try again.',
  )
  process.exit(1)
}
