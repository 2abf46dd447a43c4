/** Styles shared by every screen; pages import their own. Import order is cascade order. */
import '#renderer/styles/tokens.css';
import '#renderer/styles/base.css';
import '#renderer/styles/controls.css';
import '#renderer/styles/surfaces.css';
import '#renderer/styles/frame.css';
import '#renderer/styles/scene.css';
