/** The styles every screen shares; a page imports its own beside itself. Order is cascade. */
import '#renderer/styles/tokens.css';
import '#renderer/styles/base.css';
import '#renderer/styles/controls.css';
import '#renderer/styles/surfaces.css';
import '#renderer/styles/frame.css';
import '#renderer/styles/scene.css';
